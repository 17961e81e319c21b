import { sql } from 'drizzle-orm'
import { StartupError } from '../startup/startup-error.ts'
import { type Database, sqlState } from './connect.ts'

const INVALID_PARAMETER = '22023'

/** Payments are dated in it by the database, whose list of time zones may be older than Node's, and which takes CET as a fixed hour. */
export async function assertTimeZone(db: Database, timeZone: string) {
  try {
    const { rows } = await db.execute<{ isFixed: boolean }>(sql`
      select now() at time zone ${timeZone} as now,
        exists (select from pg_timezone_abbrevs where abbrev = ${timeZone} and utc_offset <> '0') as "isFixed"`)
    if (rows[0]?.isFixed)
      throw new StartupError(
        `TIME_ZONE=${timeZone} has no daylight saving time in the database: name a place instead, such as Europe/Berlin.`,
      )
  } catch (error) {
    if (sqlState(error) !== INVALID_PARAMETER) throw error
    throw new StartupError(
      `The database does not know TIME_ZONE=${timeZone}: choose another name, or update the time zones of the database server.`,
    )
  }
}
