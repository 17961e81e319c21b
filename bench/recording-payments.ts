import { startEmbeddedPostgres } from '#server/operations/embedded-postgres/start.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import type { BenchContext } from './responses.ts'
import type { Customer } from './sign-up-customers.ts'
import { comparison, median, perSecond, type Row } from './table.ts'

const ROUNDS = 5
const SECONDS = 2
const MAX_PER_SECOND = 3_000
const TRANSFER = JSON.stringify({ reference: 'Transfer', receivedOn: '2026-01-31' })

/**
 * Bank payments through the API against the commits that the disk takes one after the other. Invoice numbers without gaps allow no
 * more than those: the next number is given when the transaction of the last one is on the disk. Far fewer are reached on two cores,
 * where a payment's fourteen statements cost the shop about 6 ms of processor time and PostgreSQL as much. A card payment is the
 * same transaction.
 */
export async function measureRecordingPayments(
  { shop }: BenchContext,
  customers: Customer[],
): Promise<Row[]> {
  const [admin, buyer] = customers as [Customer, Customer]
  const postgres = await startEmbeddedPostgres({ dataDir: shop.dataDir, share: true })
  const db = connect(postgres.connection, () => {})
  try {
    await db.$client.query(`update users set role = 'admin' where id = $1`, [admin.id])
    // Nobody's invoice is sent: to make so many PDFs would be measured, too.
    await db.$client.query('update users set email_verified_at = null where id = $1', [buyer.id])
    const [ours, commits]: [number[], number[]] = [[], []]
    for (let round = -1; round < ROUNDS; round++) {
      const orders = await placeUnpaid(db, buyer, SECONDS * MAX_PER_SECOND)
      const recorded = await record(shop.origin, admin, orders, customers.length)
      const flushed = await commitInTurn(db)
      if (round < 0) continue
      ours.push(recorded)
      commits.push(flushed)
    }
    await assertGapless(db)
    await db.$client.query('truncate bookings, mails, document_counters cascade')
    await db.$client.query(`update users set role = 'customer' where id = $1`, [admin.id])
    const ratios = ours.map((one, round) => one / (commits[round] ?? Number.NaN))
    const what = `Recording payments with invoices, ${customers.length} clients`
    const limit = `limit: commits in turn ${perSecond(median(commits))}`
    return [comparison(what, [perSecond(median(ours)), limit], median(ratios))]
  } finally {
    await db.$client.end()
    await postgres.stop()
  }
}

async function placeUnpaid(db: Database, { id, email, name }: Customer, count: number): Promise<string[]> {
  await db.$client.query('truncate bookings, mails, document_counters cascade')
  const { rows } = await db.$client.query<{ id: string }>(
    `insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone, address, hold_until)
     select gen_random_uuid(), product.id, $1, product.name, 100, 100, 10000, $2, $3, '555 0100', '1 Example Street', now() + interval '1 day'
     from generate_series(1, $4::int), (select id, name from products where deleted_at is null limit 1) as product
     returning id`,
    [id, email, name, count],
  )
  return rows.map((row) => row.id)
}

/** So many clients, each with an order of its own that nobody else records. */
async function record(origin: string, { token }: Customer, orders: string[], clients: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let recorded = 0
  const began = performance.now()
  const end = began + SECONDS * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let id = orders.pop(); id && performance.now() < end; id = orders.pop()) {
        const target = `${origin}/api/booking/${id}/bank-payment`
        const answer = await fetch(target, { method: 'POST', headers, body: TRANSFER })
        if (!answer.ok) throw new Error(`a payment was answered ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
        recorded++
      }
    }),
  )
  return recorded / ((performance.now() - began) / 1000)
}

/** Transactions of one connection that write next to nothing: what remains is the wait for the disk. */
async function commitInTurn(db: Database): Promise<number> {
  const client = await db.$client.connect()
  let commits = 0
  const began = performance.now()
  try {
    for (; performance.now() < began + SECONDS * 1000; commits++)
      await client.query(`select pg_logical_emit_message(true, 'bench', 'commit')`)
  } finally {
    client.release()
  }
  return commits / ((performance.now() - began) / 1000)
}

async function assertGapless(db: Database) {
  const { rows } = await db.$client.query<{ invoices: number; last: number }>(
    `select (select count(*)::int from documents) as invoices, (select max(last) from document_counters) as last`,
  )
  if (rows[0]?.invoices !== rows[0]?.last)
    throw new Error(`${rows[0]?.invoices} invoices are numbered up to ${rows[0]?.last}`)
}
