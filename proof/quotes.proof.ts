import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CheckoutClient, openCheckoutClient } from '#test/checkout-client.ts'
import { playRounds, QUOTE_RACES, quoteRaces } from '#test/quote-races.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'
import { report } from './table.ts'

const ROUNDS = 200

let shop: TestShop
let checkout: CheckoutClient
let people: { buyer: Person; admin: Person }
beforeAll(async () => {
  shop = await openTestShop(inject('databaseServer'))
  checkout = openCheckoutClient(shop)
  people = { buyer: await shop.signUp(), admin: await shop.signUpAdmin() }
})
afterAll(() => shop.close())

for (const name of QUOTE_RACES)
  test(`${ROUNDS} times ${name}`, async ({ task }) => {
    const { first, second } = await playRounds(ROUNDS, quoteRaces(shop, checkout, people)[name])
    await checkout.assertLedgerBalances()
    const remark = `${first} and ${second} times first`
    report(task, { check: name, tried: ROUNDS, failed: 0, lost: 0, remark })
    expect(Math.min(first, second)).toBeGreaterThan(ROUNDS / 10)
  })
