import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { createPdfRenderer } from './pdf-renderer.ts'

// The first document of a thread loads the fonts.
vi.setConfig({ testTimeout: 60_000 })

/** Of which the orders are read at once. */
const LOOKUPS = 3

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
const checkout = openCheckoutClient(shop)
const product = await checkout.addProduct(1_000_000)
const [many, one] = [await shop.signUp(), await shop.signUp()]
const [order, another] = [await checkout.order(many, product), await checkout.order(one, product)]

const fetchPdf = ({ _id }: Pick<Booking, '_id'>, { token }: Person, from: string) =>
  shop.call('GET', `/api/booking/${_id}/proforma.pdf`, { token, headers: { 'x-forwarded-for': from } })

test.each([
  ['from one address', () => '10.0.0.1'],
  ['from as many networks', (at: number) => `10.0.${at}.1`],
])(
  'while a customer asks for 45 documents %s, another gets one after a few of them',
  async (_, addressOf) => {
    let made = 0
    const { promise: first, resolve } = Promise.withResolvers<void>()
    const asked = Array.from({ length: 45 }, async (_, at) => {
      const { status } = await fetchPdf(order, many, addressOf(at))
      if (status !== 200) return
      made += 1
      resolve()
    })
    await first
    const before = made
    expect((await fetchPdf(another, one, '192.0.2.1')).status).toBe(200)
    expect(made - before).toBeLessThan(15)
    await Promise.all(asked)
    expect(made).toBeGreaterThanOrEqual(40)
  },
)

test('however many documents of however many networks are asked for, few orders are read at once; other calls pass them', async () => {
  const holder = await shop.shop.db.$client.connect()
  await holder.query('begin; lock table bookings in access exclusive mode')
  const begun = async () => {
    const { rows } = await holder.query(
      `select count(*)::int as begun from pg_locks where relation = 'bookings'::regclass and not granted`,
    )
    return rows[0].begun
  }
  const asked = Array.from({ length: 20 }, (_, at) => fetchPdf(order, many, `10.${at}.0.1`))
  await vi.waitUntil(async () => (await begun()) === LOOKUPS, { timeout: 8_000 })
  for (let again = 0; again < 5; again++) {
    expect((await shop.call('GET', `/api/product/${product}`)).status).toBe(200)
    expect(await begun()).toBe(LOOKUPS)
  }
  await holder.query('commit')
  holder.release()
  const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('when too many documents wait, those beyond are told to come back, and those that wait are made', async () => {
  const { pdf } = shop.shop
  shop.shop.pdf = createPdfRenderer({ font: null, fair: true, waiting: 40 })
  onTestFinished(async () => {
    await shop.shop.pdf.close()
    shop.shop.pdf = pdf
  })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => fetchPdf(order, many, `10.1.${at}.1`)),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(40)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers, json } of refused) {
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('2')
    expect(json.error).toBe('Many documents are being made right now. Try again in a minute.')
  }
})

test('a document whose thread ends is refused with a sentence and logged, and the next one is made', async () => {
  const { pdf } = shop.shop
  const worker = new URL('../../../../test/failing-pdf-worker.ts', import.meta.url)
  const failing = createPdfRenderer({ font: null, fair: true, worker })
  shop.shop.pdf = failing
  onTestFinished(async () => {
    shop.shop.pdf = pdf
    await failing.close()
  })
  const body = { ...checkout.orderBody(product, 100), address: '1 Example Street (ends)' }
  const { json: fatal } = await shop.call('POST', '/api/bookings', { token: many.token, body })
  const [refused, made] = await Promise.all([
    fetchPdf(fatal, many, '10.0.0.1'),
    fetchPdf(another, one, '192.0.2.1'),
  ])
  expect(refused).toMatchObject({
    status: 503,
    json: { error: 'This document could not be made in time. Try again in a minute.' },
  })
  expect(made.status).toBe(200)
  expect(shop.log.filter((line) => line.includes('The PDF was not finished'))).toHaveLength(1)
})
