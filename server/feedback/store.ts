import { desc } from 'drizzle-orm'
import type { NewFeedback, NewSubscription, StoredFeedback, Subscription } from '#contract/feedback.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { feedback, subscriptions } from '../database/schema.ts'

export async function add(db: Database, sent: NewFeedback) {
  await db.insert(feedback).values({ id: newId(), ...sent })
}

export async function subscribe(db: Database, sent: NewSubscription) {
  await db.insert(subscriptions).values(sent).onConflictDoNothing()
}

/** As many as anybody reads on one page. */
const LATEST = 500

export async function list(db: Database): Promise<StoredFeedback[]> {
  const rows = await db
    .select()
    .from(feedback)
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(LATEST)
  return rows.map(({ id, createdAt, ...row }) => ({ _id: id, ...row, createdAt: createdAt.toISOString() }))
}

export async function listSubscriptions(db: Database): Promise<Subscription[]> {
  const rows = await db.select().from(subscriptions).orderBy(desc(subscriptions.createdAt)).limit(LATEST)
  return rows.map(({ email, createdAt }) => ({ email, createdAt: createdAt.toISOString() }))
}
