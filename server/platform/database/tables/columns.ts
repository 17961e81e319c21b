import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  customType,
  type ExtraConfigColumn,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

export const id = () => uuid().primaryKey()
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const createdAt = () => timestamptz('created_at').notNull().defaultNow()
export const referenceTo = (name: string, column: () => AnyPgColumn) =>
  uuid(name).notNull().references(column)

/** The text that a search looks through, without case and accents; nobody can type the line break between two columns. */
export const searchText = (...texts: string[]) =>
  text('searched')
    .notNull()
    .generatedAlwaysAs(sql.raw(`folded(${texts.join(` || E'\\n' || `)})`))

/** Matches the lists' order: `order by … desc` sorts nulls first and cannot use an index that has them last. */
export const newestFirst = ({ createdAt, id }: Record<'createdAt' | 'id', ExtraConfigColumn>) =>
  [createdAt.desc().nullsFirst(), id.desc().nullsFirst()] as const
