import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** One-time flags, such as that the demo catalogue was loaded. */
export const shopFlags = pgTable('facts', {
  key: text().primaryKey(),
  createdAt: createdAt(),
})
