import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { spentSecret } from '../schema.ts'

/** Longer than any of these secrets is valid. */
const KEPT_MINUTES = 15

/** False when this very secret was spent before, by any instance. */
export async function spendOnce(db: Database, secret: string): Promise<boolean> {
  const { rowCount } = await db
    .insert(spentSecret)
    .values({ hash: hash(secret), expiresAt: sql`now() + make_interval(mins => ${KEPT_MINUTES})` })
    .onConflictDoNothing()
  return rowCount === 1
}

/** For a secret that opened nothing. */
export async function unspend(db: Database, secret: string) {
  await db.delete(spentSecret).where(eq(spentSecret.hash, hash(secret)))
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')
