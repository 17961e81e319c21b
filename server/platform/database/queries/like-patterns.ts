import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A LIKE pattern that matches the typed text literally, as a prefix. */
export const startsWithPattern = (typed: string) => `${typed.replace(/[\\%_]/g, '\\$&')}%`

/** Whether the column contains the typed text, ignoring case and accents. */
export const contains = (column: AnyColumn, typed: string): SQL =>
  // Escaped when it is folded, not before: of a wide percent sign that makes an ordinary one.
  sql`${column} like '%' || regexp_replace(folded(${typed}), '[\\\\%_]', '\\\\\\&', 'g') || '%'`
