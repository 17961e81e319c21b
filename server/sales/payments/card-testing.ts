import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import type { Intent } from '../card-provider/provider.ts'
import { attemptForIntent } from '../payment-attempts/attempt-for-intent.ts'
import * as payments from '../payment-attempts/store.ts'
import { cancelAttempt } from './cancel-attempt.ts'

const HOUR_SECONDS = 3600
const MAX_DECLINES = { byAttempt: 5, byUser: 10, byAddress: 30 }

/** Many declined cards from one customer or one address are somebody testing stolen numbers. */
const isCardTesting = (declines: typeof MAX_DECLINES) =>
  declines.byAttempt >= MAX_DECLINES.byAttempt ||
  declines.byUser >= MAX_DECLINES.byUser ||
  declines.byAddress >= MAX_DECLINES.byAddress

export async function refuseCardTesting(shop: Shop, userId: string, address: string) {
  if (!shop.config.rateLimit) return
  if (isCardTesting(await payments.countDeclines(shop.db, { userId, address })))
    throw refuse.tooMany('Too many cards were declined. Try again in an hour.', HOUR_SECONDS)
}

/** Counts a declined card. One too many, and the intent is canceled: its secret would otherwise keep working. */
export async function countDecline(shop: Shop, eventId: string, intent: Intent) {
  const attempt = await attemptForIntent(shop, intent)
  const booking = attempt && (await bookings.find(shop.db, attempt.bookingId))
  if (!attempt || !booking) return
  const { id: attemptId, address } = attempt
  const isNew = await payments.recordDecline(shop.db, eventId, attempt, booking.userId)
  if (isNew) shop.metrics.cardsDeclined.inc()
  if (!shop.config.rateLimit) return
  const declines = await payments.countDeclines(shop.db, { userId: booking.userId, address, attemptId })
  if (isCardTesting(declines)) await cancelAttempt(shop, attempt)
}
