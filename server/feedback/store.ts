import type { NewFeedback, NewSubscription } from '#contract/feedback.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { feedback, subscriptions } from '../database/schema.ts'

export async function add(db: Database, sent: NewFeedback) {
  await db.insert(feedback).values({ id: newId(), ...sent })
}

export async function subscribe(db: Database, sent: NewSubscription) {
  await db.insert(subscriptions).values(sent).onConflictDoNothing()
}
