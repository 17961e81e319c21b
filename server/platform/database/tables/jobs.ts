import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** A job that is being worked on, waits for its next try, has given up, or is done once in a while. */
export const jobs = pgTable(
  'jobs',
  {
    /** For the admin who tries it again. */
    id: uuid().notNull().defaultRandom().unique(),
    queue: text().notNull(),
    key: text().notNull(),
    /** Nobody takes it up before. While it is worked on, this is a moment ahead. */
    dueAt: timestamptz('due_at').notNull(),
    tries: integer().notNull().default(0),
    error: text(),
    /** Since then it has given up. */
    failedAt: timestamptz('failed_at'),
  },
  (t) => [primaryKey({ columns: [t.queue, t.key] }), index('jobs_failed').on(t.failedAt)],
)
