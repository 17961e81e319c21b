import type { BankPayment, Booking } from '#contract/sales/bookings.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { earliestDay, latestDay } from '../bookings/date-bounds.ts'
import { findBookingForCaller } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import { refuseIfProviderDown } from '../card-provider/refuse-if-provider-down.ts'
import * as holds from '../holds/hold-store.ts'
import * as payments from '../payment-attempts/store.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { recordPaid } from './record-paid.ts'

const YEAR_MS = 365 * 86_400_000

/**
 * Records that an order was paid by bank transfer. Its open card payments are canceled at the provider first, so that no page
 * pays it a second time; a card payment that succeeds all the same is refunded. Recording the same transfer again changes nothing.
 */
export async function recordBankPayment(
  shop: Shop,
  caller: Caller,
  id: string,
  payment: BankPayment,
): Promise<Booking> {
  return shop.withMutex(`payment of ${id}`, async () => {
    const booking = await findBookingForCaller(shop, caller, id)
    const problem = dateProblem(payment.receivedOn, booking.createdAt)
    if (problem) throw refuse.invalid(problem, 'receivedOn')
    if (mustBeRecorded(booking, payment)) {
      await cancelCardPayments(shop, id)
      await record(shop, caller, id, payment)
    }
    return bookings.toAdminBooking(await findBookingForCaller(shop, caller, id))
  })
}

/** A credit may be older than the order that it pays; a mistyped year would stand on the invoice for ever. */
function dateProblem(receivedOn: string, orderedAt: Date): string | null {
  if (receivedOn > latestDay(new Date())) return 'A payment cannot have been received in the future'
  if (receivedOn < earliestDay(new Date(orderedAt.getTime() - YEAR_MS)))
    return 'A payment cannot have been received more than a year before the order was placed'
  return null
}

/** False when exactly this is recorded already. */
function mustBeRecorded(booking: bookings.BookingRow, { reference, receivedOn }: BankPayment): boolean {
  if (booking.state === 'closing') throw refuse.conflict('This order is being closed. Try again in a minute.')
  if (booking.state !== 'paid') return true
  if (booking.bankReference === reference && booking.bankReceivedOn === receivedOn) return false
  throw refuse.conflict('This order is already paid')
}

async function cancelCardPayments(shop: Shop, id: string) {
  for (const attempt of await payments.findOpen(shop.db, id))
    if (
      !(await refuseIfProviderDown(
        cancelAttempt(shop, attempt),
        'Nothing was recorded: try again in a minute.',
      ))
    )
      throw refuse.conflict('A card payment for this order is being processed. Try again in a minute.')
}

const record = (shop: Shop, caller: Caller, id: string, payment: BankPayment) =>
  withMails(shop, async (tx, mails) => {
    const booking = await bookings.lock(tx, id)
    if (!booking || booking.state === 'deleted') throw refuse.notFound('No such order')
    if (!mustBeRecorded(booking, payment)) return
    if ((await payments.findOpen(tx, id)).length > 0)
      throw refuse.conflict('A card payment for this order has just been started. Try again.')
    const until = holds.holdEnd(shop.config.stockHoldHours)
    if (!booking.held && !(await holds.holdAgain(tx, booking, until)))
      throw refuse.conflict(
        'This order is no longer held and its units are no longer available: restock the product first, or send the money back',
      )
    await recordPaid(shop, { tx, mails }, booking, {
      transictionId: `BANK-${booking.number}`,
      bankReference: payment.reference,
      bankReceivedOn: payment.receivedOn,
      bankRecordedBy: caller.email,
    })
  })
