import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A pattern for LIKE in which what a person typed means its characters. */
export const startsWithPattern = (typed: string) => `${typed.replace(/[\\%_]/g, '\\$&')}%`

/** Whether what is searched contains what a person typed, whatever their capitals and accents. */
export const contains = (searched: AnyColumn, typed: string): SQL =>
  // Escaped when it is folded, not before: of a wide percent sign that makes an ordinary one.
  sql`${searched} like '%' || regexp_replace(folded(${typed}), '[\\\\%_]', '\\\\\\&', 'g') || '%'`
