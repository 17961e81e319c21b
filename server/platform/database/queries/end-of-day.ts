import { sql } from 'drizzle-orm'

/**
 * The moment at which a date ends in a time zone: the next one begins. Where clocks skip midnight, PostgreSQL takes the moment
 * of the change; where midnight comes twice, it takes the later one, and the day begins with the first.
 */
export const endOfDay = (date: string, timeZone: string) => sql`(
  select case when (later - interval '1 hour') at time zone ${timeZone} >= midnight then later - interval '1 hour' else later end
  from (select (${date}::date + 1)::timestamp as midnight) as next,
    lateral (select midnight at time zone ${timeZone} as later) as beginning
)`
