import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CheckoutClient, openCheckoutClient } from '#test/checkout-client.ts'
import { playRounds, QUOTE_RACES, quoteRaces } from '#test/quote-races.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'
import { report } from './table.ts'

const ROUNDS = 200
/** A customer requests at most 100 quotes a day. */
const ROUNDS_PER_BUYER = 50

let shop: TestShop
let checkout: CheckoutClient
let admin: Person
beforeAll(async () => {
  shop = await openTestShop(inject('databaseServer'))
  checkout = openCheckoutClient(shop)
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.close())

for (const name of QUOTE_RACES)
  test(`${ROUNDS} times ${name}`, async ({ task }) => {
    let [first, second] = [0, 0]
    for (let played = 0; played < ROUNDS; played += ROUNDS_PER_BUYER) {
      const races = quoteRaces(shop, checkout, { buyer: await shop.signUp(), admin })
      const won = await playRounds(ROUNDS_PER_BUYER, races[name])
      first += won.first
      second += won.second
    }
    await checkout.assertLedgerBalances()
    const remark = `${first} and ${second} times first`
    report(task, { check: name, tried: ROUNDS, failed: 0, lost: 0, remark })
    expect(Math.min(first, second)).toBeGreaterThan(ROUNDS / 10)
  })
