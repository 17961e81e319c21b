import { eq, sql } from 'drizzle-orm'
import type { NewFeedback, NewSubscription } from '#contract/people/feedback.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { newestFirst } from '../../platform/database/queries/newest-first.ts'
import { feedback, subscriptions } from '../../platform/database/schema.ts'

export async function add(tx: Transaction, sent: NewFeedback): Promise<string> {
  const id = newId()
  await tx.insert(feedback).values({ id, ...sent })
  return id
}

export async function subscribe(tx: Transaction, sent: NewSubscription) {
  await tx.insert(subscriptions).values(sent).onConflictDoNothing()
}

export async function remove(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(feedback).where(eq(feedback.id, id))
  return rowCount === 1
}

export async function unsubscribe(db: Database | Transaction, email: string): Promise<boolean> {
  const { rowCount } = await db.delete(subscriptions).where(eq(subscriptions.email, email))
  return rowCount === 1
}

export const received = newestFirst({
  select: (db) => db.select().from(feedback).$dynamic(),
  moment: feedback.createdAt,
  key: feedback.id,
  keyOf: ({ id }) => id,
  show: ({ id, createdAt, ...row }) => ({ _id: id, ...row, createdAt: createdAt.toISOString() }),
})

export const subscribed = newestFirst({
  select: (db) => db.select().from(subscriptions).$dynamic(),
  moment: subscriptions.createdAt,
  key: subscriptions.email,
  keyOf: ({ email }) => email,
  show: ({ email, createdAt }) => ({ email, createdAt: createdAt.toISOString() }),
})

/** An address in feedback is as it was typed. */
const isFrom = (email: string) => sql`lower(trim(${feedback.email})) = ${email}`

export const receivedFrom = (db: Database, email: string) => received.all(db, isFrom(email))

export async function removeFrom(tx: Transaction, email: string) {
  await tx.delete(feedback).where(isFrom(email))
}

export async function subscriptionOf(db: Database, email: string) {
  const [found] = await subscribed.all(db, eq(subscriptions.email, email))
  return found ?? null
}
