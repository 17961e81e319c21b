import * as payments from '../payments/store.ts'
import { workThrough } from '../payments/work-through.ts'
import type { Shop } from '../shop.ts'
import { learnIntent } from './learn-intent.ts'
import { settle } from './settle.ts'
import * as bookings from './store.ts'
import { withdraw } from './withdraw.ts'

const BATCH = 50

/** Asks the card provider about attempts that neither the browser nor the webhook has told the end of. */
export async function reconcilePayments(shop: Shop, round: payments.Round) {
  await workThrough(
    shop,
    round,
    () => payments.claimUnfinished(shop.db, round, BATCH),
    async (attempt) => {
      const intent = await learnIntent(shop, attempt)
      if (!intent) return payments.markCanceled(shop.db, attempt.id)
      const outcome = await settle(shop, intent)
      const booking = await bookings.find(shop.db, attempt.bookingId)
      // A secret that is left over from an order which is paid or gone would go on working without us.
      if (outcome === 'unpaid' && booking && !['open', 'closing'].includes(booking.state))
        await withdraw(shop, attempt)
    },
  )
}
