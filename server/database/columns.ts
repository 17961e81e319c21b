import { timestamp, uuid } from 'drizzle-orm/pg-core'

export const id = () => uuid().primaryKey()
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })
export const createdAt = () => timestamptz('created_at').notNull().defaultNow()
