import { MAX_QUANTITY } from '#contract/catalogue/products.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toCents, toDollars } from '#contract/formats/money.ts'
import type { Booking, NewRefund } from '#contract/sales/bookings.ts'
import { maxQuantity } from '../../catalogue/stock/stock-problem.ts'
import * as stock from '../../catalogue/stock/stock-store.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { claimKey } from '../../platform/endpoints/idempotency-key.ts'
import { type MailWriter, withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import * as holds from '../holds/hold-store.ts'
import * as payments from '../payment-attempts/store.ts'
import { recordRefund, tryRefund } from './refund-payment.ts'
import * as refunds from './refund-store.ts'

/**
 * Refunds a paid order, all that is left or a part: at the card provider, or only recorded when the order was paid by bank. Units
 * that are put back go on sale at once and stay there, even if the refund should fail.
 */
export async function refundBooking(
  shop: Shop,
  caller: Caller,
  id: string,
  sent: NewRefund,
  keyed: KeyedRequest | null,
): Promise<Booking> {
  const due = await withMails(shop, async (tx, mails) => {
    const booking = await bookings.lock(tx, id)
    if (!booking || booking.state === 'deleted') throw refuse.notFound('No such order')
    if (await claimKey(tx, keyed, id)) return null
    const amountCents = amountOf(booking, sent)
    const restock = restockOf(booking, sent)
    if (restock > 0) await putBack(tx, booking, restock)
    const attempt = await payments.findByIntent(tx, booking.transictionId ?? '')
    const refund = await refunds.add(tx, {
      bookingId: id,
      attemptId: attempt?.id ?? null,
      amountCents,
      source: 'admin',
      reason: sent.reason,
      restock,
      requestedBy: caller.email,
      dueAt: attempt && new Date(),
    })
    if (!attempt) return recordTransfer(shop, { tx, mails }, booking, refund)
    await refunds.recount(tx, id)
    return refund.id
  })
  if (sent.restock) shop.cacheTags.invalidate('catalogue')
  if (due) await tryRefund(shop, due)
  return bookings.toAdminBooking((await bookings.find(shop.db, id)) as bookings.BookingRow)
}

/** The shop cannot send money by bank: it records what the admin does. */
async function recordTransfer(
  shop: Shop,
  writing: { tx: Transaction; mails: MailWriter },
  booking: bookings.BookingRow,
  refund: refunds.Refund,
) {
  const made = { id: null, state: 'succeeded', error: null } as const
  await recordRefund(shop, writing, booking, refund, made, new Date())
  return null
}

function amountOf({ state, priceCents, refundedCents }: bookings.BookingRow, { amount }: NewRefund): number {
  if (state !== 'paid') throw refuse.conflict('This order is not paid: there is nothing to refund')
  const left = priceCents - refundedCents
  if (left === 0) throw refuse.conflict('This order has already been refunded in full')
  const cents = amount === undefined ? left : toCents(amount)
  if (cents > left)
    throw refuse.conflict(`At most ${formatDollars(toDollars(left))} can be refunded`, 'amount')
  return cents
}

function restockOf({ orders, restocked }: bookings.BookingRow, { restock = 0 }: NewRefund): number {
  if (restock < 0) throw refuse.invalid('The number of units to put back must be 0 or more', 'restock')
  if (restock > orders - restocked)
    throw refuse.conflict(`At most ${orders - restocked} units can be put back`, 'restock')
  return restock
}

async function putBack(tx: Transaction, booking: bookings.BookingRow, units: number) {
  const { productId } = booking
  const quantity = await stock.lockQuantity(tx, productId)
  const most = Math.max(0, maxQuantity((await stock.countHeld(tx, [productId])).get(productId)) - quantity)
  if (units > most)
    throw refuse.conflict(
      `At most ${formatCount(most)} units can be put back: the quantity is limited to ${formatCount(MAX_QUANTITY)}, including units on hold`,
      'restock',
    )
  await holds.restock(tx, booking, units)
}
