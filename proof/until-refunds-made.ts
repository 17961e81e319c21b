import pg from 'pg'
import { vi } from 'vitest'

/** A refund that a crash interrupted is taken up again after a few minutes. */
const PATIENCE = { timeout: 300_000, interval: 500 }

/** Waits until the card provider has made every refund, and each has its credit note. */
export async function untilRefundsMade(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const due = async () => (await client.query(`select from refunds where state = 'due'`)).rowCount
    await vi.waitUntil(async () => (await due()) === 0, PATIENCE)
  } finally {
    await client.end()
  }
}
