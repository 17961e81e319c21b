import { desc, sql } from 'drizzle-orm'
import type { NewFeedback, NewSubscription, StoredFeedback, Subscription } from '#contract/feedback.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { paginate } from '../database/paginate.ts'
import { isAfter, readInBatches } from '../database/read-in-batches.ts'
import { feedback, subscriptions } from '../database/schema.ts'

type PageRequest = { page: number; limit: number }
type FeedbackRow = typeof feedback.$inferSelect
type SubscriptionRow = typeof subscriptions.$inferSelect

export async function add(db: Database, sent: NewFeedback) {
  await db.insert(feedback).values({ id: newId(), ...sent })
}

export async function subscribe(db: Database, sent: NewSubscription) {
  await db.insert(subscriptions).values(sent).onConflictDoNothing()
}

const toFeedback = ({ id, createdAt, ...row }: FeedbackRow): StoredFeedback => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
})

const newestFeedback = (db: Database, limit: number) =>
  db.select().from(feedback).orderBy(desc(feedback.createdAt), desc(feedback.id)).limit(limit).$dynamic()

/** All feedback, newest first, streamed in batches. */
export const listInBatches = (db: Database) =>
  readInBatches<FeedbackRow, StoredFeedback>(
    (last, limit) => newestFeedback(db, limit).where(last && isAfter(feedback, last.id)),
    toFeedback,
  )

/** One page of the feedback, newest first, and how much there is. */
export async function listPage(db: Database, page: PageRequest) {
  const { rows, ...counted } = await paginate(
    page,
    ({ offset, limit }) => newestFeedback(db, limit).offset(offset),
    (max) => db.$count(db.select({ id: feedback.id }).from(feedback).limit(max).as('matching')),
  )
  return { found: rows.map(toFeedback), ...counted }
}

const toSubscription = ({ email, createdAt }: SubscriptionRow): Subscription => ({
  email,
  createdAt: createdAt.toISOString(),
})

const newestSubscriptions = (db: Database, limit: number) =>
  db
    .select()
    .from(subscriptions)
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.email))
    .limit(limit)
    .$dynamic()

export const listSubscriptionsInBatches = (db: Database) =>
  readInBatches<SubscriptionRow, Subscription>(
    (last, limit) =>
      newestSubscriptions(db, limit).where(
        last &&
          sql`(${subscriptions.createdAt}, ${subscriptions.email}) <
            (select created_at, email from ${subscriptions} as last where last.email = ${last.email})`,
      ),
    toSubscription,
  )

export async function listSubscriptionPage(db: Database, page: PageRequest) {
  const { rows, ...counted } = await paginate(
    page,
    ({ offset, limit }) => newestSubscriptions(db, limit).offset(offset),
    (max) =>
      db.$count(db.select({ email: subscriptions.email }).from(subscriptions).limit(max).as('matching')),
  )
  return { found: rows.map(toSubscription), ...counted }
}
