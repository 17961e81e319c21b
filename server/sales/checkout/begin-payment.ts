import { isId } from '#contract/formats/fields.ts'
import { toCents } from '#contract/formats/money.ts'
import { totalProblem } from '#contract/sales/total-limits.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import * as products from '../../catalogue/products/store.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findOwnBooking } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import { refuseIfProviderDown } from '../card-provider/refuse-if-provider-down.ts'
import { releaseExcessHolds } from '../closing/release-excess-holds.ts'
import * as holds from '../holds/hold-store.ts'
import { ensureIntent } from '../payment-attempts/ensure-intent.ts'
import * as payments from '../payment-attempts/store.ts'
import { refuseCardTesting } from '../payments/card-testing.ts'
import { recordOutcome } from '../payments/record-outcome.ts'

const MAX_ATTEMPTS = 3

/** The secret with which the browser pays one booking. Reloads and double clicks get the same live intent. */
export async function beginPayment(
  shop: Shop,
  caller: Caller,
  request: { price: number; bookingId?: string | undefined },
  networks: ClientNetworks,
): Promise<string> {
  const { id } = await findBooking(shop, caller, request)
  await refuseCardTesting(shop, caller.id, networks.narrow)
  return shop.withMutex(`payment of ${id}`, async () => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const { attempt, heldAgain } = await openAttempt(shop, caller, id, networks)
      if (heldAgain) await releaseExcessHolds(shop, caller.id, networks)
      const secret = await secretOf(shop, attempt)
      if (secret) return secret
    }
    throw refuse.unavailable(
      'The payment could not be started. Try again in a minute; you will not be charged twice.',
    )
  })
}

/** Null when the attempt is over and a new one has to replace it. */
async function secretOf(shop: Shop, attempt: payments.Attempt): Promise<string | null> {
  const intent = await refuseIfProviderDown(
    ensureIntent(shop, attempt),
    'Try again in a minute; you will not be charged twice.',
  )
  if (!intent) await payments.markCanceled(shop.db, attempt.id)
  else if ((await recordOutcome(shop, intent)) === 'paid') throw refuse.conflict('This order is already paid')
  if (intent?.status === 'processing')
    throw refuse.conflict('A payment for this order is being processed. Check again in a minute.')
  return intent && intent.status !== 'canceled' && intent.status !== 'succeeded' ? intent.client_secret : null
}

async function findBooking(
  shop: Shop,
  caller: Caller,
  { price, bookingId }: { price: number; bookingId?: string | undefined },
) {
  const priceCents = toCents(price)
  if (bookingId) {
    if (!isId(bookingId)) throw refuse.notFound('No such order')
    const booking = await findOwnBooking(shop, caller, bookingId)
    if (booking.state === 'paid') throw refuse.conflict('This order is already paid')
    if (booking.priceCents !== priceCents)
      throw refuse.conflict('The price does not match the order. Reload the page.')
    return booking
  }
  if (totalProblem(priceCents)) throw refuse.notFound('No unpaid order with this price')
  const [booking, another] = await bookings.findUnpaidByPrice(shop.db, caller.id, priceCents)
  if (!booking) throw refuse.notFound('No unpaid order with this price')
  if (another) throw refuse.conflict('Several unpaid orders have this price: name one by its bookingId')
  return booking
}

/** Locks the booking just long enough to hold its units again if they had lapsed, and to number the attempt. */
function openAttempt(shop: Shop, caller: Caller, id: string, networks: ClientNetworks) {
  return shop.db.transaction(async (tx) => {
    const booking = await bookings.lock(tx, id)
    if (!booking || booking.state === 'deleted') throw refuse.notFound('No such order')
    if (booking.state === 'paid') throw refuse.conflict('This order is already paid')
    if (booking.state === 'closing')
      throw refuse.conflict('This order is being closed. Try again in a minute.')
    const lapsed = booking.state === 'lapsed'
    if (lapsed) await holdAgain(shop, tx, booking, networks)
    const [open] = await payments.findOpen(tx, id)
    if (open) await payments.restartChecks(tx, open.id)
    // Anyone can sign up with somebody else's address.
    const receiptEmail = caller.emailVerified && caller.email === booking.email ? booking.email : null
    const attempt =
      open ??
      (await payments.create(tx, {
        bookingId: id,
        amountCents: booking.priceCents,
        address: networks.narrow,
        receiptEmail,
      }))
    return { attempt, heldAgain: lapsed }
  })
}

/**
 * Only once, so that nobody reserves units forever without paying, and only while the price is still that of the order: the
 * product's, or that of the offer it was ordered by.
 */
async function holdAgain(
  shop: Shop,
  tx: Transaction,
  booking: bookings.BookingRow,
  networks: ClientNetworks,
) {
  if (booking.heldAgain)
    throw refuse.conflict('The hold on this order has expired twice: delete this order and order again')
  const offered = await holds.findOffer(tx, booking.id)
  if (offered?.isOver)
    throw refuse.conflict(
      'The offer that this order came from has expired: delete the order and request a new quote',
    )
  if ((await products.lockPrice(tx, booking.productId)) !== booking.unitCents && !offered)
    throw refuse.conflict(
      'The price of this product has changed since you ordered it: delete this order and order again',
    )
  const until = holds.holdEnd(shop.config.stockHoldHours)
  if (!(await holds.holdAgain(tx, booking, until, shop.config.rateLimit ? networks : null)))
    throw refuse.conflict('The units for this order are no longer available: delete it and order again')
}
