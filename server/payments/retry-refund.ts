import * as bookings from '../bookings/store.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { tryRefund } from './refund-payment.ts'
import * as refunds from './refund-store.ts'

/** Tries a failed refund once more, unless other refunds have taken its place meanwhile. */
export async function retryRefund(shop: Shop, id: string) {
  await shop.db.transaction(async (tx) => {
    const refund = await refunds.find(tx, id)
    const booking = refund && (await bookings.lock(tx, refund.bookingId))
    if (!refund || !booking) throw refuse.notFound('No such refund')
    if (!(await refunds.makeFailedDue(tx, id))) throw refuse.conflict('This refund has not failed')
    if (refund.source !== 'unapplied' && (await refunds.recount(tx, booking.id)) > booking.priceCents)
      throw refuse.conflict(
        'Other refunds have been issued for this order since then: not enough is left for this one',
      )
  })
  await tryRefund(shop, id)
}
