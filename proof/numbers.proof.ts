import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { assertLedgerBalances } from '#test/assert-ledger-balances.ts'
import { intentOf, reachCardProvider } from '#test/reach-card-provider.ts'
import { ADMIN, startShop } from './start-shop.ts'
import { report } from './table.ts'

const PAYMENTS = 200
const KILLS = 5
const PATIENCE = { timeout: 120_000, interval: 200 }
const PRODUCT = { name: 'Paid at once', image: '/x.svg', description: 'Steel', price: 1, quantity: 1_000_000 }

test(`${PAYMENTS} payments at once with kills in between`, { timeout: 600_000 }, async ({ task }) => {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '1000000' })
  onTestFinished(shop.stop)
  const token = await signIn(shop.origin)
  const call = async (method: string, target: string, body?: object) =>
    fetch(shop.origin + target, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).then(
      (response) => response.json(),
      () => null,
    )
  await call('POST', '/api/products', PRODUCT)
  const [{ _id: orderId }] = await call('GET', '/api/products')
  await reachCardProvider(shop).turn({ webhooks: 'hold' })
  const paying: { booking: Booking; secret: string }[] = []
  for (let number = 0; number < PAYMENTS; number++) {
    const order = { orderId, orders: 100, phone: '1', address: 'Quay 1' }
    const booking: Booking = await call('POST', '/api/bookings', order)
    const { _id: bookingId, price } = booking
    const { clientSecret: secret } = await call('POST', '/api/create-payment-intent', { price, bookingId })
    await reachCardProvider(shop).confirm(secret)
    paying.push({ booking, secret })
  }

  const reported = Promise.all(
    paying.map(({ booking, secret }) =>
      call('PATCH', `/api/booking/${booking._id}`, { payment: '', transictionId: intentOf(secret) }),
    ),
  )
  // The sandbox ends with the shop; the one that starts in its place delivers what is left.
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(100 + Math.random() * 300)
    await shop.killServer()
  }
  await reported
  await vi.waitUntil(async () => (await reachCardProvider(shop).turn()).undeliveredWebhooks === 0, PATIENCE)
  const bookings = (await call('GET', '/api/bookings')) as Booking[]
  const lost = paying.filter(
    ({ booking }) => !bookings.find(({ _id }) => _id === booking._id)?.invoice,
  ).length
  const check = `${PAYMENTS} payments at once, ${KILLS} kills: invoice numbers 1 to n, in the order of payment`
  report(task, { check, tried: PAYMENTS, failed: 0, lost, remark: '' })
  expect(lost).toBe(0)
  await assertLedgerBalances(shop, new Map([[orderId, PRODUCT.quantity]]))
})

async function signIn(origin: string): Promise<string> {
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(ADMIN),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ')
  return (await (await fetch(`${origin}/api/auth/token`, { headers: { cookie } })).json()).token
}
