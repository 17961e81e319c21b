import type { Transaction } from '../../platform/database/connect.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import { recordRefund, tryRefund } from './refund-payment.ts'
import * as refunds from './refund-store.ts'

/** Tries a failed refund once more, unless other refunds have taken its place meanwhile. */
export async function retryRefund(shop: Shop, id: string) {
  await shop.db.transaction(async (tx) => {
    const locked = await lock(tx, id)
    if (!(await refunds.makeFailedDue(tx, id))) throw refuse.conflict('This refund has not failed')
    await refuseExcess(tx, locked)
  })
  await tryRefund(shop, id)
}

/** Records that a failed refund has been made another way, which the shop cannot do by itself, and ends its retries. */
export const settleRefund = (shop: Shop, id: string) =>
  withMails(shop, async (tx, mails) => {
    const locked = await lock(tx, id)
    const { refund, booking } = locked
    if (refund.state !== 'failed') throw refuse.conflict('This refund has not failed')
    // Whoever is trying it records later, on top of this.
    if (refund.dueAt && refund.dueAt <= new Date())
      throw refuse.conflict('This refund is being tried right now: look again in a moment')
    const made = { id: null, state: 'succeeded', error: null } as const
    await recordRefund(shop, { tx, mails }, booking, refund, made, new Date())
    await refuseExcess(tx, locked)
  })

type Locked = { refund: refunds.Refund; booking: bookings.BookingRow }

async function lock(tx: Transaction, id: string): Promise<Locked> {
  const found = await refunds.find(tx, id)
  const booking = found && (await bookings.lock(tx, found.bookingId))
  // Again, because it may have changed before the lock.
  const refund = booking && (await refunds.find(tx, id))
  if (!refund || !booking) throw refuse.notFound('No such refund')
  return { refund, booking }
}

async function refuseExcess(tx: Transaction, { refund: { source }, booking }: Locked) {
  if (source !== 'unapplied' && (await refunds.recount(tx, booking.id)) > booking.priceCents)
    throw refuse.conflict(
      'Other refunds have been issued for this order since then: not enough is left for this one',
    )
}
