import { expect, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openQuoteClient } from '#test/quote-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile({ DATABASE_POOL: '3' })

test('while every connection to the database is taken, calls are asked to come back, and then served', async () => {
  const { $client } = shop.shop.db
  const [product] = (await shop.call('GET', '/api/products')).json
  const target = `/api/product/${product._id}`
  const taken = await Promise.all(Array.from({ length: $client.options.max }, () => $client.connect()))
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.call('GET', target)))
  for (const client of taken) client.release()
  for (const { status, headers, json } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(json).toMatchObject({ success: false, error: expect.stringMatching(/try again/i) })
  }
  expect((await shop.call('GET', target)).status).toBe(200)
})

test('no call needs two connections at once: one that is free is enough for customers and admins', async () => {
  const { $client } = shop.shop.db
  const taken = [await $client.connect(), await $client.connect()]
  const checkout = openCheckoutClient(shop)
  const [admin, person] = await Promise.all([shop.signUpAdmin(), shop.signUp()])
  const quotes = openQuoteClient(shop, admin)
  const { token } = admin
  const product = await checkout.addProduct(100_000)
  const paid = await checkout.buy(person, product)
  const refund = { amount: 1, reason: 'Damaged', restock: 1 }
  const account = { email: person.email, password: person.password }
  const statuses = {
    refund: (await shop.call('POST', `/api/booking/${paid._id}/refunds`, { token, body: refund })).status,
    deletion: (await checkout.remove(person, await checkout.order(person, product))).status,
    acceptance: (await quotes.accept(person, await quotes.offered(person, product))).status,
    signIn: (
      await shop.call('POST', '/api/auth/sign-in/email', { body: account, headers: { origin: shop.origin } })
    ).status,
    restock: (
      await shop.call('POST', `/api/products/${product}/stock`, {
        token,
        body: { add: 100, reason: 'Delivery' },
      })
    ).status,
    removal: (await shop.call('DELETE', `/api/products/${product}`, { token })).status,
  }
  await checkout.provider.delivered()
  await runDueJobs(shop.shop)
  for (const client of taken) client.release()
  for (const [what, status] of Object.entries(statuses)) expect(status, what).toBe(200)
})
