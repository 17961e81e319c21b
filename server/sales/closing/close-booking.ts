import { withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import * as holds from '../holds/hold-store.ts'
import * as payments from '../payment-attempts/store.ts'
import { cancelAttempt } from '../payments/cancel-attempt.ts'

/** closed: done. paid: a payment came first. waiting: the provider has not confirmed the cancellation yet. */
export type CloseOutcome = 'closed' | 'paid' | 'waiting'

/**
 * Ends a booking that is marked as closing. An open page can confirm its payment at any moment, so every intent is
 * first canceled at the provider; only then are the units released.
 */
export async function closeBooking(shop: Shop, id: string): Promise<CloseOutcome> {
  for (const attempt of await payments.findOpen(shop.db, id))
    if (!(await cancelAttempt(shop, attempt))) return 'waiting'
  const closed = await withMails(shop, async (tx, mails) => {
    const state = await holds.finishClosing(tx, id)
    if (state === 'lapsed') await mails.aboutBooking('released', id)
    return state
  })
  if (closed) return 'closed'
  const ended = await bookings.find(shop.db, id)
  return ended?.state === 'paid' ? 'paid' : 'closed'
}
