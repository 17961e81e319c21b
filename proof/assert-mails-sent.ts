import pg from 'pg'
import { expect, vi } from 'vitest'

/** A try that a crash interrupted is repeated after a minute or two, and there may be thousands to send. */
const PATIENCE = { timeout: 300_000, interval: 500 }

/** As when all of them had followed the link of their confirmation. */
export async function verifyEverybody(databaseUrl: string) {
  await query(databaseUrl, 'update users set email_verified_at = now() where email_verified_at is null')
}

/** Every mail was sent, none was given up, and each paid order and each credit note has one that says so. */
export async function assertMailsSent(databaseUrl: string) {
  const unsent = 'select count(*)::int as count from mails where due_at is not null and sent_at is null'
  await vi.waitUntil(async () => (await query(databaseUrl, unsent))[0]?.count === 0, PATIENCE)
  const untold = await query(
    databaseUrl,
    `select id from bookings where state = 'paid' and not exists (
       select from mails where kind = 'paid' and data->>'bookingId' = bookings.id::text and sent_at is not null)`,
  )
  expect(untold, 'paid orders whose customer was not told').toEqual([])
  const unsentNotes = await query(
    databaseUrl,
    `select number from documents where kind = 'credit-note' and not exists (
       select from mails where data->>'refundId' = refund_id::text and user_id is not null and sent_at is not null)`,
  )
  expect(unsentNotes, 'credit notes whose customer was not told').toEqual([])
}

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
