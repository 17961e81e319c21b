import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** How much of a kind has come from a network since its day began, which is when the first of it came. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    kind: text({ enum: ['review', 'quote', 'feedback', 'subscription', 'bank-order'] }).notNull(),
    scope: text({ enum: ['narrow', 'wide', 'shop'] }).notNull(),
    /** Empty for the shop as a whole. */
    network: text().notNull(),
    count: integer().notNull(),
    endsAt: timestamptz('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.scope, t.network] }), index('daily_counts_ended').on(t.endsAt)],
)
