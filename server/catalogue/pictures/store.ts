import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { PICTURE_FOLDER } from '#contract/catalogue/stored-pictures.ts'
import type { Database, Session, Transaction } from '../../platform/database/connect.ts'
import { pictureFiles, pictures, products } from '../../platform/database/schema.ts'

type NewPicture = {
  id: string
  createdBy: string
  files: { width: number; height: number; bytes: Buffer }[]
}

const DELETED_AT_ONCE = 100
const now = sql`now()`

/** Keeps a picture for another day, if it is here. */
export async function renew(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.update(pictures).set({ createdAt: now }).where(eq(pictures.id, id))
  return rowCount === 1
}

export async function add(db: Database, { id, createdBy, files }: NewPicture) {
  await db.transaction(async (tx) => {
    await tx
      .insert(pictures)
      .values({ id, createdBy })
      .onConflictDoUpdate({ target: pictures.id, set: { createdAt: now } })
    await tx
      .insert(pictureFiles)
      .values(files.map((file) => ({ pictureId: id, ...file })))
      .onConflictDoNothing()
  })
}

/** The narrowest file that is at least this wide; otherwise, and for null, the widest. */
export async function findFile(db: Database, id: string, width: number | null): Promise<Buffer | null> {
  const isWideEnough = sql`${pictureFiles.width} >= ${width}::int`
  const [file] = await db
    .select({ bytes: pictureFiles.bytes })
    .from(pictureFiles)
    .where(eq(pictureFiles.pictureId, id))
    .orderBy(
      sql`${isWideEnough} desc`,
      sql`case when ${isWideEnough} then ${pictureFiles.width} else - ${pictureFiles.width} end`,
    )
    .limit(1)
  return file?.bytes ?? null
}

/** Which of these pictures are here; they stay until the transaction ends. */
export async function lockExisting(tx: Session | Transaction, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(inArray(pictures.id, ids))
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}

// The pattern is what the index of products covers.
const isUnused = (db: Database | Transaction) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(products)
      .where(
        and(
          eq(products.image, sql`${PICTURE_FOLDER} || ${pictures.id}`),
          sql`${products.image} like '/pictures/%'`,
        ),
      ),
  )

/** Deletes pictures from before that no product uses, deleted products included. */
export async function deleteUnused(db: Database, before: Date) {
  let found: number
  do {
    found = await db.transaction(async (tx) => {
      const unused = await tx
        .select({ id: pictures.id })
        .from(pictures)
        .where(and(lt(pictures.createdAt, before), isUnused(tx)))
        .limit(DELETED_AT_ONCE)
        .for('update', { skipLocked: true })
      const ids = unused.map(({ id }) => id)
      // Looked up again now that the rows are locked: a product may have been saved before they were.
      if (ids.length > 0) await tx.delete(pictures).where(and(inArray(pictures.id, ids), isUnused(tx)))
      return ids.length
    })
  } while (found === DELETED_AT_ONCE)
}
