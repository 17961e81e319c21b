import { and, eq, lt } from 'drizzle-orm'
import type { Database, Transaction } from './connect.ts'
import { idempotencyKeys } from './schema.ts'

/** A request with an Idempotency-Key header. Sent again, it takes effect only once. */
export type KeyedRequest = { userId: string; call: string; key: string; bodyHash: string }

/** Stores the key; false when it is taken. While another process is storing the same key, this waits for it. */
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
