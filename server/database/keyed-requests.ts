import { and, eq, lt } from 'drizzle-orm'
import type { Database, Transaction } from './connect.ts'
import { idempotencyKeys } from './schema.ts'

/** A request with an Idempotency-Key header; repeated, it takes effect once. */
export type KeyedRequest = { userId: string; call: string; key: string; bodyHash: string }

/** False when the key is taken. Waits for whoever is taking it at the same moment, also at another process. */
export async function add(tx: Transaction, request: KeyedRequest, resultId: string): Promise<boolean> {
  const { rowCount } = await tx
    .insert(idempotencyKeys)
    .values({ ...request, resultId })
    .onConflictDoNothing()
  return rowCount === 1
}

export async function find(db: Database | Transaction, { userId, call, key }: KeyedRequest) {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key)),
    )
  return row ?? null
}

export async function deleteOld(db: Database, before: Date) {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before))
}
