import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Patterns for LIKE in which what a person typed means its characters. */
const containing = (text: string) => `%${literally(text)}%`
export const beginningWith = (text: string) => `${literally(text)}%`

/** Whether what is searched contains what a person typed, whatever their capitals and accents. */
export const mentions = (searched: AnyColumn, typed: string): SQL =>
  sql`${searched} like folded(${containing(typed)})`
