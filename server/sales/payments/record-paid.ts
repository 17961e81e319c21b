import type { Transaction } from '../../platform/database/connect.ts'
import type { MailWriter } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import { issueInvoice } from '../documents/issue-document.ts'

/**
 * Marks a locked booking as paid, with its invoice: they have the same time. To be called last in a transaction, because from the
 * invoice's number until the commit every other payment waits.
 */
export async function recordPaid(
  shop: Shop,
  { tx, mails }: { tx: Transaction; mails: MailWriter },
  booking: bookings.BookingRow,
  payment: bookings.PaymentOfBooking,
) {
  await mails.aboutBooking('paid', booking.id)
  await mails.toOwner('new-paid-order', { bookingId: booking.id })
  const { issuedAt } = await issueInvoice(shop, tx, { ...booking, ...payment })
  await bookings.markPaid(tx, booking.id, payment, issuedAt)
  mails.afterCommit(() => shop.metrics.payments.inc({ method: payment.bankReference ? 'bank' : 'card' }))
}
