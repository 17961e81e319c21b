import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

const FIRST_PAUSE = sql`interval '3 minutes'`
const LONGEST_PAUSE = sql`interval '6 hours'`

/** When the first check of something unfinished is due: by then the browser or the webhook has usually told. */
export const firstCheck = sql`now() + ${FIRST_PAUSE}`

/** When the check after so many is due: from the second on, each pause is twice the one before, up to a quarter of a day. */
export const nextCheck = (now: Date, checks: AnyColumn | SQL) =>
  sql`${now}::timestamptz + least(${FIRST_PAUSE} * power(2, least(${checks}, 10)), ${LONGEST_PAUSE})`
