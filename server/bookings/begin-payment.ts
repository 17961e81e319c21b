import { toCents } from '#contract/money.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refusal.ts'
import { type Intent, isProviderAway } from '../payments/provider.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'
import { settle } from './settle.ts'
import * as bookings from './store.ts'

const DECLINES_BY_CUSTOMER = 10
const DECLINES_BY_ADDRESS = 30
const HOUR_SECONDS = 3600

/** The secret with which the browser pays one booking. Reloads and double clicks get the same live intent. */
export async function beginPayment(
  shop: Shop,
  caller: Caller,
  asked: { price: number; bookingId?: string | undefined },
  address: string,
): Promise<string> {
  const { id } = await findBooking(shop, caller, asked)
  await refuseCardTesting(shop, caller, address)
  return shop.oneAtATime(`payment of ${id}`, async () => {
    for (;;) {
      const attempt = await openAttempt(shop, id, address)
      const intent = await intentOf(shop, attempt)
      const outcome = intent ? await settle(shop, intent) : 'unpaid'
      if (outcome === 'paid') throw refuse.conflict('This order is already paid')
      if (!intent) await payments.markCanceled(shop.db, attempt.id)
      else if (intent.status !== 'canceled' && intent.status !== 'succeeded')
        return intent.client_secret as string
    }
  })
}

async function findBooking(
  shop: Shop,
  caller: Caller,
  { price, bookingId }: { price: number; bookingId?: string | undefined },
) {
  const priceCents = toCents(price)
  if (bookingId) {
    const booking = await bookings.find(shop.db, bookingId)
    if (!booking || booking.userId !== caller.id || booking.state === 'deleted')
      throw refuse.notFound('No such order')
    if (booking.state === 'paid') throw refuse.conflict('This order is already paid')
    if (booking.priceCents !== priceCents)
      throw refuse.conflict('The price is not that of the order. Reload the page.')
    return booking
  }
  if (!Number.isSafeInteger(priceCents)) throw refuse.notFound('No unpaid order with this price')
  const [booking, another] = await bookings.findUnpaidByPrice(shop.db, caller.id, priceCents)
  if (!booking) throw refuse.notFound('No unpaid order with this price')
  if (another) throw refuse.conflict('Several unpaid orders have this price: say which one by its bookingId')
  return booking
}

async function refuseCardTesting(shop: Shop, caller: Caller, address: string) {
  if (!shop.config.rateLimit) return
  const declines = await payments.countDeclines(shop.db, caller.id, address)
  if (declines.byUser >= DECLINES_BY_CUSTOMER || declines.byAddress >= DECLINES_BY_ADDRESS)
    throw refuse.tooMany('Too many cards were declined. Try again in an hour.', HOUR_SECONDS)
}

/** Locks the booking just long enough to hold its units again if they had lapsed, and to number the attempt. */
function openAttempt(shop: Shop, id: string, address: string) {
  return shop.db.transaction(async (tx) => {
    const booking = await bookings.lock(tx, id)
    if (!booking || booking.state === 'deleted') throw refuse.notFound('No such order')
    if (booking.state === 'paid') throw refuse.conflict('This order is already paid')
    if (booking.state === 'closing')
      throw refuse.conflict('This order is being closed. Try again in a minute.')
    if (booking.state === 'lapsed' && !(await bookings.holdAgain(tx, booking, shop.config.stockHoldHours)))
      throw refuse.conflict('The units of this order are no longer available: delete it and order anew')
    const [open] = await payments.findOpen(tx, id)
    return open ?? payments.begin(tx, id, booking.priceCents, address)
  })
}

async function intentOf(shop: Shop, attempt: payments.Attempt): Promise<Intent | null> {
  try {
    if (attempt.intentId) return await shop.provider.findIntent(attempt.intentId)
    const intent = await shop.provider.createIntent(attempt)
    await payments.rememberIntent(shop.db, attempt.id, intent.id)
    return intent
  } catch (error) {
    if (isProviderAway(error))
      throw refuse.away('The card provider cannot be reached. Try again in a minute; nothing was charged.')
    throw error
  }
}
