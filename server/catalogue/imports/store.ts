import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ImportError, ProductImport } from '#contract/catalogue/imports.ts'
import type { Database, Session, Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { importRows, imports } from '../../platform/database/schema.ts'

type Db = Session | Transaction
export type ImportRow = typeof imports.$inferSelect
export type Counts = Pick<
  ImportRow,
  'rows' | 'done' | 'created' | 'updated' | 'unchanged' | 'wrong' | 'errors'
>

const AT_WORK = ['checking', 'applying'] as const
const KEPT = 20
const WAITS_DAYS = 7

export const toImport = (row: ImportRow): ProductImport => ({
  _id: row.id,
  state: row.state,
  fileName: row.fileName,
  by: row.appliedBy ?? row.createdBy,
  at: row.createdAt.toISOString(),
  rows: row.rows,
  done: row.done,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  wrong: row.wrong,
  errors: row.errors,
  problem: row.problem,
})

export async function find(db: Db, id: string): Promise<ImportRow | null> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row ?? null
}

export async function findLatest(db: Db): Promise<ImportRow | null> {
  const [row] = await db.select().from(imports).orderBy(desc(imports.createdAt), desc(imports.id)).limit(1)
  return row ?? null
}

export async function lock(tx: Transaction, id: string): Promise<ImportRow | null> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  return row ?? null
}

export async function isAnyAtWork(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(inArray(imports.state, AT_WORK))
    .limit(1)
  return rows.length > 0
}

/** As failed, until its whole file is there. */
export async function add(tx: Transaction, fileName: string, createdBy: string): Promise<string> {
  const id = newId()
  await tx.insert(imports).values({ id, state: 'failed', fileName, createdBy })
  return id
}

export async function appendFile(tx: Transaction, importId: string, place: number, bytes: Buffer) {
  await tx.execute(
    sql`insert into import_chunks (import_id, place, bytes) values (${importId}, ${place}, ${bytes})`,
  )
}

/** Refused by an index while another one is being checked or applied. */
export async function beginCheck(tx: Transaction, id: string): Promise<ImportRow> {
  const [row] = await tx
    .update(imports)
    .set({ state: 'checking', dueAt: sql`now()` })
    .where(eq(imports.id, id))
    .returning()
  return row as ImportRow
}

/** What was checked and not applied gives way to the next file. */
export async function supersede(tx: Transaction, id: string) {
  await dropFiles(
    tx,
    sql`state = 'checked' and id <> ${id}`,
    'Another file was uploaded before this one was applied.',
  )
  await tx.execute(sql`
    delete from imports where state in ('done', 'failed') and id not in (
      select id from imports order by created_at desc, id desc limit ${KEPT})`)
}

export async function dropStale(db: Database, now: Date) {
  await dropFiles(
    db,
    sql`state = 'checked' and created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${WAITS_DAYS})`,
    `It was not applied within ${WAITS_DAYS} days. Upload the file again.`,
  )
}

async function dropFiles(db: Db, which: ReturnType<typeof sql>, problem: string) {
  await db.execute(sql`
    with dropped as (update imports set state = 'failed', problem = ${problem} where ${which} returning id),
      rows as (delete from import_rows where import_id in (select id from dropped))
    delete from import_chunks where import_id in (select id from dropped)`)
}

export async function beginApplying(tx: Transaction, id: string, appliedBy: string): Promise<ImportRow> {
  const [row] = await tx
    .update(imports)
    .set({
      state: 'applying',
      appliedBy,
      dueAt: sql`now()`,
      tries: 0,
      done: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
    })
    .where(eq(imports.id, id))
    .returning()
  return row as ImportRow
}

export async function saveProgress(db: Db, id: string, counts: Counts) {
  await db
    .update(imports)
    .set({ ...counts, tries: 0 })
    .where(eq(imports.id, id))
}

export async function endCheck(db: Db, id: string, counts: Counts) {
  await db
    .update(imports)
    .set({ ...counts, state: 'checked', dueAt: null })
    .where(eq(imports.id, id))
}

/** Nobody needs its file any more. */
export async function end(
  db: Db,
  id: string,
  outcome: { state: 'done' } | { state: 'failed'; problem: string; errors?: ImportError[] },
) {
  await db
    .update(imports)
    .set({ ...outcome, dueAt: null })
    .where(eq(imports.id, id))
  await db.execute(sql`
    with rows as (delete from import_rows where import_id = ${id}) delete from import_chunks where import_id = ${id}`)
}

export async function listDue(
  db: Database,
  state: (typeof AT_WORK)[number],
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from imports where state = ${state} and due_at <= ${now.toISOString()}::timestamptz limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The file, piece by piece. */
export async function* readFile(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place++) {
    const { rows } = await db.execute<{ bytes: Buffer }>(
      sql`select bytes from import_chunks where import_id = ${importId} and place = ${place}`,
    )
    const [piece] = rows
    if (!piece) return
    yield piece.bytes
  }
}

/** Says how often it was begun without getting any further, this time included. */
export async function countTry(db: Db, id: string): Promise<number> {
  const [row] = await db
    .update(imports)
    .set({ tries: sql`${imports.tries} + 1` })
    .where(eq(imports.id, id))
    .returning({ tries: imports.tries })
  return row?.tries ?? 0
}

/** Whether this connection is the one that works on the import, for as long as it lives. */
export async function takeUp(db: Session, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_lock(hashtextextended(${`import ${id}`}, 0)) as taken`,
  )
  return rows[0]?.taken === true
}

export type RightRow = { place: number; productId: string | null; available: number | null }

export async function addRows(db: Db, importId: string, rows: RightRow[]) {
  if (rows.length > 0) await db.insert(importRows).values(rows.map((row) => ({ importId, ...row })))
}

export async function listRows(db: Db, importId: string, from: number, to: number) {
  const { rows } = await db.execute<RightRow>(sql`
    select place, product_id as "productId", available from import_rows
    where import_id = ${importId} and place between ${from} and ${to}`)
  return new Map(rows.map((row) => [row.place, row]))
}

export async function removeRows(db: Db, importId: string, places: number[]) {
  if (places.length === 0) return
  await db.delete(importRows).where(and(eq(importRows.importId, importId), inArray(importRows.place, places)))
}

export async function clearRows(db: Db, importId: string) {
  await db.execute(sql`delete from import_rows where import_id = ${importId}`)
}
