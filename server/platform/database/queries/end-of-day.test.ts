import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'
import { endOfDay } from './end-of-day.ts'

const { shop } = await openShopForFile()

test.each([
  ['UTC', '2026-11-17', '2026-11-18T00:00:00.000Z'],
  ['America/New_York', '2026-12-31', '2027-01-01T05:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-17', '2026-11-17T10:00:00.000Z'],
  // The next day begins at 01:00.
  ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ['America/Havana', '2026-03-07', '2026-03-08T05:00:00.000Z'],
  // The next day has two midnights.
  ['America/Havana', '2026-10-31', '2026-11-01T04:00:00.000Z'],
  // The last hour of the day comes twice.
  ['Africa/Cairo', '2026-10-29', '2026-10-29T22:00:00.000Z'],
  // There was no next day.
  ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00.000Z'],
])('in %s %s ends at %s', async (timeZone, date, expected) => {
  const { rows } = await shop.db.execute<{ ends: string }>(sql`select ${endOfDay(date, timeZone)} as ends`)
  expect(new Date(rows[0]?.ends ?? '').toISOString()).toBe(expected)
})
