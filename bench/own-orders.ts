import { openTestShop, type Person, type TestShop } from '#test/shop.ts'
import { bulkInsert } from './bulk-insert.ts'
import { comparison, median, ms, type Row } from './table.ts'

const SIZES = [1_000, 1_000_000]
const OWN = 50
const ROUNDS = 200
const WARM_UP = 20

/** A customer's own orders, the same number of them, among few and among very many of others. */
export async function measureOwnOrders(serverUrl: string, say: (sentence: string) => void): Promise<Row[]> {
  const shops: { shop: TestShop; person: Person; times: number[] }[] = []
  try {
    for (const size of SIZES) {
      say(`Writing ${size.toLocaleString('en-US')} orders`)
      const shop = await openTestShop(serverUrl)
      const person = await shop.signUp()
      await fillOrders(shop, person, size)
      shops.push({ shop, person, times: [] })
    }
    for (let round = -WARM_UP; round < ROUNDS; round++)
      for (const { shop, person, times } of shops) {
        const since = performance.now()
        const { json } = await shop.call('GET', `/api/myitem?email=${person.email}`, { token: person.token })
        if (round >= 0) times.push(performance.now() - since)
        if (json.length !== OWN) throw new Error(`own orders: ${json.length} instead of ${OWN}`)
      }
  } finally {
    for (const { shop } of shops) await shop.close()
  }
  const [few = Number.NaN, many = Number.NaN] = shops.map(({ times }) => median(times))
  const what = `Own orders (${OWN}), 1,000,000 orders in the table`
  return [comparison(what, [ms(many), `1,000: ${ms(few)}`], many / few, { most: 2 })]
}

/** Each customer has as many orders as the one who asks, spread over time as they came in. */
async function fillOrders({ shop }: TestShop, { email }: Person, size: number) {
  await bulkInsert(shop.db, 'bookings', async (client) => {
    await client.query(
      `insert into users (id, subject, email, name)
       select gen_random_uuid(), 'bench ' || n, 'bench' || n || '@example.com', 'Bench ' || n
       from generate_series(1, $1::int) as n`,
      [size / OWN - 1],
    )
    await client.query(
      `insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone,
         address, hold_until, state, held, created_at)
       select gen_random_uuid(), product.id, customer.id, product.name, 100, 100, 10000, customer.email, customer.name,
         '555 0100', '1 Example Street', now() + interval '1 day', 'lapsed', false, now() - n * interval '1 minute'
       from generate_series(1, $1::int) as n, users as customer,
         (select id, name from products limit 1) as product
       where customer.email = $2 or customer.subject like 'bench %'
       order by n`,
      [OWN, email],
    )
  })
}
