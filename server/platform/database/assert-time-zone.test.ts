import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'
import { assertTimeZone } from './assert-time-zone.ts'

const { db } = (await openShopForFile()).shop

test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'])(
  '%s is a time zone to both',
  async (timeZone) => {
    await expect(assertTimeZone(db, timeZone)).resolves.toBeUndefined()
  },
)

test('a zone that the database does not know stops the start, instead of the first payment', async () => {
  await expect(assertTimeZone(db, 'Mars/Olympus_Mons')).rejects.toThrow(
    /^The database does not know TIME_ZONE=Mars\/Olympus_Mons/,
  )
})

test('a zone that the database takes for a fixed hour is refused: its summer would be another than the page’s', async () => {
  await expect(assertTimeZone(db, 'CET')).rejects.toThrow(
    /^TIME_ZONE=CET has no daylight saving time in the database/,
  )
})
