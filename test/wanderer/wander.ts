import type { Browser } from 'playwright'
import * as users from '#server/people/users/store.ts'
import { assertLedgerBalances } from '../assert-ledger-balances.ts'
import { openCheckoutClient } from '../checkout-client.ts'
import { openQuoteClient } from '../quote-client.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { openTestShop, type TestShop } from '../shop.ts'
import { createChance } from './create-chance.ts'
import { ROLES, type Role, startWanderer } from './start-wanderer.ts'

const PASSWORD = 'wander secret'
const JOBS_EVERY = 40
/** How many of the last steps are told with what was found. */
const TOLD = 15

/** A visitor, a customer and an admin in one shop, in turn, so many steps each; throws what they find, and how they came there. */
export async function wander(browser: Browser, databaseServer: string, seed: number, steps: number) {
  const shop = await openTestShop(databaseServer)
  try {
    return await wanderIn(shop, browser, seed, steps)
  } finally {
    await shop.close()
  }
}

async function wanderIn(shop: TestShop, browser: Browser, seed: number, steps: number) {
  const chance = createChance(seed)
  const products = await giveIds(shop, () => chance.id())
  const stock = new Map(products.map(({ id, quantity }) => [id, quantity]))
  let people = 0
  async function newcomer(role: Role) {
    const own = {
      email: `${role}${++people}.${seed}@example.com`,
      password: PASSWORD,
      name: `Wandering ${role}`,
    }
    const person = await shop.signUp(own)
    if (role === 'admin') await users.promote(shop.shop.db, own.email)
    return person
  }
  const [customer, admin] = [await newcomer('customer'), await newcomer('admin')]
  const visitor = { email: `visitor.${seed}@example.com`, password: PASSWORD, name: 'Wandering visitor' }
  const emails = [customer.email, admin.email, visitor.email]
  await furnish(shop, customer, admin, products)
  const origin = `http://localhost:${shop.port}`
  const wanderers = await Promise.all(
    ROLES.map(async (role, index) => ({
      role,
      ...(await startWanderer(browser, {
        role,
        origin,
        chance: createChance(seed * ROLES.length + index + 1),
        known: { own: { visitor, customer, admin }[role], emails },
        products: products.map(({ id }) => id),
        replace: () => newcomer(role),
      })),
    })),
  )
  const lines: string[] = []
  let heard = 0
  const headings = new Set<string>()
  try {
    for (let step = 1; step <= steps; step++) {
      for (const { role, step: take } of wanderers) {
        const { line, heading, problems } = await take()
        lines.push(`${step} ${role} ${line}`)
        if (heading) headings.add(heading)
        problems.push(...shop.log.slice(heard).filter((entry) => JSON.parse(entry).level >= 50))
        heard = shop.log.length
        if (problems.length > 0)
          throw new Error(
            [
              `Seed ${seed}, step ${step} of the ${role}: ${problems.join('\n')}`,
              `Again: PROOF_SEED=${seed} PROOF_WANDERERS=1 PROOF_STEPS=${step} npm run proof -- wanderer`,
              ...lines.slice(-TOLD),
            ].join('\n'),
          )
      }
      if (step % JOBS_EVERY === 0) await runDueJobs(shop.shop)
    }
  } finally {
    for (const { close } of wanderers) await close()
  }
  await runDueJobs(shop.shop)
  await assertLedgerBalances(shop, stock)
  return { headings, ...(await countMade(shop)) }
}

/** How many orders, payments and quotes the wandering led to. */
async function countMade(shop: TestShop) {
  const { rows } = await shop.shop.db.$client.query<{ orders: number; paid: number; quotes: number }>(
    `select count(*)::int as orders, count(*) filter (where state = 'paid')::int as paid,
       (select count(*)::int from quotes) as quotes from bookings`,
  )
  return rows[0]
}

/** The demo's products under ids of this seed. */
async function giveIds(shop: TestShop, newId: () => string) {
  const { rows } = await shop.shop.db.$client.query<{ id: string; quantity: number }>(
    'select id, quantity from products order by name',
  )
  const given = rows.map(({ id, quantity }) => ({ was: id, id: newId(), quantity }))
  await shop.shop.db.$client.query(
    'update products set id = new from unnest($1::uuid[], $2::uuid[]) as given (old, new) where id = old',
    [given.map(({ was }) => was), given.map(({ id }) => id)],
  )
  shop.shop.cacheTags.invalidate('catalogue')
  return given
}

/** Something of every kind to come upon. */
async function furnish(
  shop: TestShop,
  customer: Awaited<ReturnType<TestShop['signUp']>>,
  admin: Awaited<ReturnType<TestShop['signUp']>>,
  products: { id: string; quantity: number }[],
) {
  const [plenty = '', other = ''] = products.filter(({ quantity }) => quantity > 2_000).map(({ id }) => id)
  const checkout = openCheckoutClient(shop)
  const quotes = openQuoteClient(shop, admin)
  await checkout.order(customer, plenty, 150)
  await checkout.buy(customer, plenty, 200)
  await quotes.ask(customer, other)
  await quotes.offered(customer, plenty)
}
