import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
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
