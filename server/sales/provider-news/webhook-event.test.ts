import { expect, test } from 'vitest'
import { reachCardProvider } from '#test/reach-card-provider.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const provider = reachCardProvider(shop)

const about = (type: string, object: unknown) => ({ id: 'evt_1', type, data: { object } })
const dispute = { id: 'dp_1', amount: 100, status: 'lost', reason: 'general', payment_intent: 'pi_1' }

test.each([
  ['nothing', null],
  ['a list', []],
  ['no id', { type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }],
  ['an id that cannot be stored', { ...about('unheard.of', {}), id: 'evt_\0' }],
  ['no type', { id: 'evt_1', data: { object: { id: 'pi_1' } } }],
  ['no data', { id: 'evt_1', type: 'payment_intent.succeeded' }],
  ['no object', about('payment_intent.succeeded', null)],
  ['an intent without id', about('payment_intent.canceled', {})],
  ['a refund with a number for an id', about('refund.updated', { id: 7 })],
  ['a decline without metadata', about('payment_intent.payment_failed', { id: 'pi_1', amount: 100 })],
  ['a refunded charge of a strange intent', about('charge.refunded', { id: 'ch_1', payment_intent: 7 })],
  ['a dispute without a reason', about('charge.dispute.created', { ...dispute, reason: undefined })],
  ['a dispute about half a cent', about('charge.dispute.closed', { ...dispute, amount: 0.5 })],
])('a signed delivery with %s is refused, and is no error of the shop', async (_what, event) => {
  expect(await provider.deliver(event as object)).toBe(400)
  expect(shop.log.filter((line) => JSON.parse(line).level > 30)).toEqual([])
})

test('a kind that the shop does not know is acknowledged', async () => {
  expect(await provider.deliver(about('unheard.of', 'anything'))).toBe(200)
})

test('a dispute of a payment of another site is acknowledged', async () => {
  expect(await provider.deliver(about('charge.dispute.created', dispute))).toBe(200)
})
