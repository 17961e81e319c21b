import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, newestFirst } from './columns.ts'

export const feedback = pgTable(
  'feedback',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    feedback: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('feedback_newest').on(...newestFirst(t))],
)

export const subscriptions = pgTable(
  'subscriptions',
  { email: text().primaryKey(), createdAt: createdAt() },
  (t) => [index('subscriptions_newest').on(...newestFirst({ createdAt: t.createdAt, id: t.email }))],
)
