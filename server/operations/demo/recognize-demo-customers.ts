import { like } from 'drizzle-orm'
import type { Database } from '../../platform/database/connect.ts'
import { users } from '../../platform/database/schema.ts'

/** No subject of the identity service begins like this. */
export const DEMO_SUBJECT = 'demo customer '

/** The condition by which tables of the shop are asked for what belongs to them. */
export const OF_DEMO_CUSTOMERS = `user_id in (select id from users where subject like '${DEMO_SUBJECT}%')`

export const hasDemoCustomers = async (db: Database) =>
  (await db.$count(users, like(users.subject, `${DEMO_SUBJECT}%`))) > 0
