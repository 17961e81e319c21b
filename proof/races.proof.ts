import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CheckoutClient, openCheckoutClient } from '#test/checkout-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'
import { report } from './table.ts'

const FOLD = 500
const MONEY_FOLD = 200
type Answer = Awaited<ReturnType<TestShop['call']>>

let shop: TestShop
let checkout: CheckoutClient
let buyers: Person[]
let admin: Person
beforeAll(async () => {
  shop = await openTestShop(inject('databaseServer'))
  checkout = openCheckoutClient(shop)
  buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp()))
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.close())

const buyer = (index = 0) => buyers[index % buyers.length] as Person
const fold = (work: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: FOLD }, (_, index) => work(index)))
const many = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: MONEY_FOLD }, (_, index) => work(index)))
/** Before and after a race: so few at once that the shop is never too busy. */
async function inBatches<T>(make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < MONEY_FOLD)
    made.push(...(await Promise.all(buyers.map((_, place) => make(made.length + place)))))
  return made
}
const asAdmin = (method: string, target: string, body: object) =>
  shop.call(method, target, { token: admin.token, body })
const today = () => new Date().toISOString().slice(0, 10)
const order = (product: string, units: number, index = 0, key?: string) =>
  shop.call('POST', '/api/bookings', {
    token: buyer(index).token,
    body: checkout.orderBody(product, units),
    ...(key && { headers: { 'idempotency-key': key } }),
  })
/** A busy machine may tell a call to try again: what it asked for is not expected, though it may have happened. */
const BUSY = 503
const unexpected = (answers: Answer[], ...expected: number[]) =>
  answers.filter(({ status }) => ![...expected, BUSY].includes(status)).length
const succeeded = (answers: Answer[]) => answers.filter(({ status }) => status === 200)

/** 1 if none succeeded: a shop that refuses everybody loses nothing either. */
const allRefused = (answers: Answer[]) => Number(succeeded(answers).length === 0)

type Outcome = { answers: Answer[]; failed: number; lost: number }

const races: Record<string, () => Promise<Outcome>> = {
  async 'buyers of the last units'() {
    const product = await checkout.addProduct(20_001)
    const answers = await fold((index) => order(product, 100 + (index % 7) * 10, index))
    const sold = succeeded(answers).reduce((units, { json }) => units + json.orders, 0)
    return {
      answers,
      failed: unexpected(answers, 200, 409),
      lost: Math.abs(20_001 - sold - (await checkout.quantity(product))),
    }
  },
  async 'submits under one key'() {
    const product = await checkout.addProduct(1_000)
    const answers = await fold(() => order(product, 150, 0, 'one submit'))
    const orders = new Set(succeeded(answers).map(({ json }) => json._id))
    return {
      answers,
      failed: unexpected(answers, 200) + orders.size - 1,
      lost: 850 - (await checkout.quantity(product)),
    }
  },
  async 'deletes of one order, by owner and admin'() {
    const product = await checkout.addProduct(1_000)
    const booking = await checkout.order(buyer(), product, 300)
    const answers = await fold((index) => checkout.remove(index % 2 ? admin : buyer(), booking))
    const deleted = succeeded(answers).length
    return {
      answers,
      failed: unexpected(answers, 200, 404) + Number(deleted === 0),
      lost: 1_000 - (await checkout.quantity(product)),
    }
  },
  async 'reports of one payment'() {
    const product = await checkout.addProduct(1_000)
    const booking = await checkout.order(buyer(), product)
    const secret = await checkout.begin(buyer(), booking)
    await checkout.provider.confirm(secret)
    const answers = await fold(() => checkout.report(buyer(), booking, secret))
    const { json } = await shop.call('GET', `/api/booking/${booking._id}`, { token: buyer().token })
    return { answers, failed: unexpected(answers, 200), lost: Number(!json.paid) }
  },
  async 'restocks while as many order'() {
    const product = await checkout.addProduct(1_000)
    const [sold, added] = await Promise.all([
      fold((index) => order(product, 100, index)),
      fold((index) =>
        shop.call('POST', `/api/products/${product}/stock`, {
          token: admin.token,
          body: { add: 1 + (index % 5), reason: 'Delivery' },
        }),
      ),
    ])
    const taken = 100 * succeeded(sold).length
    const arrived = added.reduce(
      (units, { status }, index) => units + (status === 200 ? 1 + (index % 5) : 0),
      0,
    )
    return {
      answers: [...sold, ...added],
      failed: unexpected(sold, 200, 409) + unexpected(added, 200),
      lost: Math.abs(1_000 + arrived - taken - (await checkout.quantity(product))),
    }
  },
}

const moneyRaces: Record<string, () => Promise<Outcome>> = {
  async 'bank payments against card payments'() {
    const product = await checkout.addProduct(1_000_000)
    const begun = await inBatches(async (index) => {
      const booking = await checkout.order(buyer(index), product)
      return { booking, secret: await checkout.begin(buyer(index), booking) }
    })
    const body = { reference: 'Transfer', receivedOn: today() }
    const answers = await many(async (index) => {
      const { booking, secret } = begun[index] as (typeof begun)[number]
      const bank = () => asAdmin('POST', `/api/booking/${booking._id}/bank-payment`, body)
      const card = async () => {
        await checkout.provider.confirm(secret)
        return checkout.report(buyer(index), booking, secret)
      }
      return Promise.all(index % 2 ? [bank(), card()] : [card(), bank()])
    })
    await checkout.provider.delivered()
    const seen = await inBatches((index) =>
      checkout.see(buyer(index), (begun[index] as (typeof begun)[number]).booking),
    )
    const all = answers.flat()
    return {
      answers: all,
      failed: unexpected(all, 200, 409),
      lost: seen.filter((booking) => !booking?.paid || !booking.invoice).length,
    }
  },
  async 'refunds of one order'() {
    const product = await checkout.addProduct(1_000)
    const booking = await checkout.buy(buyer(), product)
    const refund = { amount: 100, reason: 'Damaged', restock: 5 }
    const answers = await many(() => asAdmin('POST', `/api/booking/${booking._id}/refunds`, refund))
    const refunded = (await checkout.see(buyer(), booking))?.refunds?.length ?? 0
    const unaccounted = Math.abs((await checkout.quantity(product)) - 900 - 5 * refunded)
    return {
      answers,
      failed: unexpected(answers, 200, 409) + Number(refunded > 19),
      lost: unaccounted + Math.max(0, succeeded(answers).length - refunded),
    }
  },
  async 'refunds against shipments'() {
    const product = await checkout.addProduct(1_000_000)
    const paid = await inBatches((index) => checkout.buy(buyer(index), product))
    const shipment = { carrier: 'Van', number: '7', sentOn: today() }
    const answers = await many(async (index) => {
      const id = paid[index]?._id
      const refund = () => asAdmin('POST', `/api/booking/${id}/refunds`, { reason: 'Lost' })
      const ship = () => asAdmin('PUT', `/api/bookings/${id}/shipment`, shipment)
      if (index % 2) {
        const [refunded, shipped] = await Promise.all([refund(), ship()])
        return { refunded, shipped }
      }
      const [shipped, refunded] = await Promise.all([ship(), refund()])
      return { refunded, shipped }
    })
    await runDueJobs(shop.shop)
    const seen = await inBatches((index) => checkout.see(buyer(index), paid[index] as (typeof paid)[number]))
    const all = answers.flatMap(({ refunded, shipped }) => [refunded, shipped])
    const isLost = (booking: (typeof seen)[number], index: number) =>
      answers[index]?.refunded.status === 200 && booking?.refunds?.[0]?.state !== 'succeeded'
    return { answers: all, failed: unexpected(all, 200, 409), lost: seen.filter(isLost).length }
  },
}

for (const [name, race] of Object.entries(moneyRaces))
  test(`${MONEY_FOLD} ${name}`, { timeout: 300_000 }, async ({ task }) => {
    const { answers, lost, ...others } = await race()
    const failed = others.failed + allRefused(answers)
    report(task, { check: `${MONEY_FOLD} ${name} at once`, tried: answers.length, failed, lost, remark: '' })
    expect({ failed, lost }).toEqual({ failed: 0, lost: 0 })
    await checkout.provider.delivered()
    await runDueJobs(shop.shop)
    await checkout.assertLedgerBalances()
  })

for (const [name, race] of Object.entries(races))
  test(`${FOLD} ${name}`, async ({ task }) => {
    const { answers, lost, ...others } = await race()
    const failed = others.failed + allRefused(answers)
    const busy = answers.filter(({ status }) => status === BUSY).length
    const remark = busy > 0 ? `${busy} told to try again` : ''
    report(task, { check: `${FOLD} ${name} at once`, tried: answers.length, failed, lost, remark })
    expect({ failed, lost }).toEqual({ failed: 0, lost: 0 })
    await checkout.assertLedgerBalances()
  })
