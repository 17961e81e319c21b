import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { eventsOf } from './booking-events.ts'

const unpaid = {
  price: 1_000,
  paid: false,
  held: true,
  createdAt: '2026-11-15T09:00:00.000Z',
} as Booking
const paid: Booking = { ...unpaid, paid: true, paidAt: '2026-11-15T10:00:00.000Z' }
const shipment = { carrier: 'UPS', number: '1Z', sentOn: '2026-11-15' }
const refund = (amount: number, createdAt: string) =>
  ({ _id: createdAt, amount, state: 'succeeded', createdAt }) as const

const kinds = (booking: Booking) => eventsOf(booking).map(({ kind }) => kind)

test.each<[string, Booking, string[]]>([
  ['placed', unpaid, ['placed', 'to-pay']],
  ['no longer held', { ...unpaid, held: false }, ['placed', 'released', 'to-pay']],
  ['paid', paid, ['placed', 'paid', 'to-ship']],
  ['shipped on the day it was paid', { ...paid, shipment }, ['placed', 'paid', 'shipped']],
  [
    'refunded in part before it ships',
    { ...paid, refunds: [refund(100, '2026-11-16T09:00:00.000Z')] },
    ['placed', 'paid', 'refund', 'to-ship'],
  ],
  [
    'refunded in full: nothing is left to ship',
    { ...paid, refunds: [refund(1_000, '2026-11-16T09:00:00.000Z')] },
    ['placed', 'paid', 'refund'],
  ],
  [
    'refunded before and after shipping',
    {
      ...paid,
      shipment: { ...shipment, sentOn: '2026-11-17' },
      refunds: [refund(100, '2026-11-16T09:00:00.000Z'), refund(200, '2026-11-18T09:00:00.000Z')],
    },
    ['placed', 'paid', 'refund', 'shipped', 'refund'],
  ],
  [
    'disputed, as admins see it',
    {
      ...paid,
      shipment,
      disputed: { amount: 1_000, reason: 'fraudulent', state: 'open', createdAt: '2026-11-20T09:00:00.000Z' },
    },
    ['placed', 'paid', 'shipped', 'dispute'],
  ],
])('the story of an order: %s', (_, booking, story) => {
  expect(kinds(booking)).toEqual(story)
})

test('what was refunded in the evening comes before what shipped on the next day, wherever one is', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  const late = { ...shipment, sentOn: '2026-11-17' }
  const refunds = [refund(100, '2026-11-18T06:00:00.000Z')]
  expect(kinds({ ...paid, shipment: late, refunds })).toEqual(['placed', 'paid', 'shipped', 'refund'])
  expect(kinds({ ...paid, shipment: { ...late, sentOn: '2026-11-18' }, refunds })).toEqual([
    'placed',
    'paid',
    'refund',
    'shipped',
  ])
})
