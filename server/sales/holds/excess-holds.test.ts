import { expect, test } from 'vitest'
import { findExcess } from './excess-holds.ts'
import type { Hold } from './excess-store.ts'

const PRODUCTS = 100
const STOCK = 500

let count = 0
/** Nearly all of a product of its own, held by somebody new. */
function hold(given: Partial<Hold> = {}): Hold {
  const id = `hold ${++count}`
  const orders = STOCK - 1
  return {
    id,
    userId: `customer of ${id}`,
    confirmed: true,
    paidCents: 0,
    network: `network of ${id}`,
    wideNetwork: `wide network of ${id}`,
    productId: `product of ${id}`,
    orders,
    priceCents: orders * 10,
    available: STOCK - orders,
    closing: false,
    ...given,
  }
}
const times = (number: number, given: Partial<Hold> = {}) => Array.from({ length: number }, () => hold(given))

test.each([
  ['a customer', { userId: 'one' }, 10, 5],
  ['a network', { network: 'one' }, 15, 7],
  ['a wide network', { wideNetwork: 'one' }, 20, 10],
  ['everybody together', {}, 40, 20],
])(
  '%s holds a share, without a confirmed address half of it, and the oldest holds go first',
  (_who, given, confirmed, unconfirmed) => {
    const most = times(confirmed, given)
    expect(findExcess(most, PRODUCTS)).toEqual([])
    const more = times(3, given)
    expect(findExcess([...most, ...more], PRODUCTS)).toEqual(most.slice(0, 3))
    const careless = times(unconfirmed + 2, { ...given, confirmed: false })
    expect(findExcess(careless, PRODUCTS)).toEqual(careless.slice(0, 2))
    expect(findExcess([...careless, ...times(confirmed - unconfirmed, given)], PRODUCTS)).toEqual(
      careless.slice(0, 2),
    )
  },
)

test('one whole product is always left to a customer, however few there are', () => {
  const [older, newer] = [hold({ userId: 'one' }), hold({ userId: 'one' })]
  expect(findExcess([older], 1)).toEqual([])
  expect(findExcess([older, newer], 1)).toEqual([older])
})

test('parts of one product add up to the whole of it, and small parts of many hurt nobody', () => {
  const product = { productId: 'one', orders: 100, available: 1 }
  expect(findExcess(times(50, { ...product, wideNetwork: 'one' }), 1)).toEqual([])
  expect(findExcess(times(100, { userId: 'one', orders: 100, available: 10_000 }), PRODUCTS)).toEqual([])
})

test('of several the widest loses first, and a newcomer with one order last', () => {
  const newcomer = hold({ orders: 400, available: 100 })
  const network = times(20, { wideNetwork: 'wide' })
  const customer = times(10, { userId: 'many', wideNetwork: 'other' })
  const others = times(12)
  expect(findExcess([newcomer, ...customer, ...others, ...network], PRODUCTS)).toEqual(network.slice(0, 3))
})

test('what is released for a narrower limit is not released for a wider one again', () => {
  const network = times(8, { network: 'one', wideNetwork: 'wide', confirmed: false })
  expect(findExcess([...network, ...times(3, { wideNetwork: 'wide', confirmed: false })], PRODUCTS)).toEqual(
    network.slice(0, 1),
  )
  const closing = times(2, { network: 'one', wideNetwork: 'wide', closing: true })
  expect(findExcess([...closing, ...network.slice(0, 7)], PRODUCTS)).toEqual([])
})

test('payments cover the newest orders up to ten times their amount; the rest counts as never paid', () => {
  const priceCents = 1_000
  const orders = (paidCents: number) => times(15, { userId: 'one', priceCents, paidCents })
  expect(findExcess(orders(0), PRODUCTS)).toHaveLength(5)
  expect(findExcess(orders(300), PRODUCTS)).toHaveLength(2)
  expect(findExcess(orders(500), PRODUCTS)).toEqual([])
  const small = [...orders(300), hold({ userId: 'one', priceCents: 3_001, paidCents: 300 })]
  expect(findExcess(small, PRODUCTS)).toEqual(small.slice(0, 6))
})

test('orders of a shop that knew no networks yet count for their customer only', () => {
  const unknown = { network: null, wideNetwork: null }
  expect(findExcess(times(60, unknown), PRODUCTS)).toEqual([])
  expect(findExcess(times(12, { ...unknown, userId: 'one' }), PRODUCTS)).toHaveLength(2)
})

test('however many small holds add up to too much, each is looked at a few times only', () => {
  let looked = 0
  const small = Array.from({ length: 2_000 }, (_, index) => {
    const given = { productId: `product ${index % 10}`, userId: `customer ${index % 200}` }
    return Object.defineProperty(hold({ ...given, orders: 100, available: 0 }), 'wideNetwork', {
      get() {
        looked += 1
        return `wide network ${index % 40}`
      },
    })
  })
  expect(findExcess(small, 10).length).toBeGreaterThan(1_000)
  expect(looked).toBeLessThan(50 * small.length)
})
