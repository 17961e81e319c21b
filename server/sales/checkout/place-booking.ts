import { minimumOrder } from '#contract/catalogue/order-quantity.ts'
import { MAX_QUANTITY } from '#contract/catalogue/products.ts'
import { quantityProblem } from '#contract/catalogue/quantity-problem.ts'
import { isId } from '#contract/formats/fields.ts'
import { toCents } from '#contract/formats/money.ts'
import type { NewBooking } from '#contract/sales/bookings.ts'
import { totalProblem } from '#contract/sales/total-limits.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import { findProduct } from '../../catalogue/products/lookup-store.ts'
import { sqlState } from '../../platform/database/connect.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { findEarlier } from '../../platform/endpoints/idempotency-key.ts'
import { sendMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import { releaseExcessHolds, takesMuch } from '../closing/release-excess-holds.ts'
import {
  dailyOrderLimit,
  openOrderLimit,
  refuseTooManyToday,
  refuseTooManyUnpaid,
} from '../holds/open-order-limit.ts'
import { hasAccount, place } from './place-store.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Takes the units and writes the booking, once per idempotency key. A repeated request gets the same booking. Only after an order
 * that can have gone beyond a limit on holds is a second statement needed.
 */
export async function placeBooking(
  shop: Shop,
  caller: Caller,
  sent: NewBooking,
  keyed: KeyedRequest | null,
  networks: ClientNetworks,
) {
  if (!isId(sent.orderId)) throw refuse.notFound('No such product')
  if (Math.abs(sent.orders) > MAX_QUANTITY) throw await rejectionReason(shop, caller, sent)
  // One customer's orders one after the other: the limit counts what is committed.
  const placed = await shop.withMutex(`orders of ${caller.id}`, async () => {
    const written = await write(shop, caller, sent, keyed, networks)
    if (!written) return null
    if (takesMuch(sent.orders, written.available)) await releaseExcessHolds(shop, caller.id, networks)
    else if (written.otherUnpaid > 0) await releaseExcessHolds(shop, caller.id)
    return written.booking
  })
  if (placed) return placed
  const booking = await placedBefore(shop, keyed)
  if (booking) return bookings.toBooking(booking)
  throw await rejectionReason(shop, caller, sent)
}

async function write(
  shop: Shop,
  caller: Caller,
  sent: NewBooking,
  keyed: KeyedRequest | null,
  networks: ClientNetworks,
) {
  const mailId = shop.config.mail.off ? null : newId()
  try {
    const written = await place(shop.db, {
      id: newId(),
      productId: sent.orderId,
      userId: caller.id,
      email: caller.email,
      name: caller.name,
      orders: sent.orders,
      phone: sent.phone,
      address: sent.address,
      purchaseOrder: sent.purchaseOrder || null,
      billTo: sent.billTo || null,
      keyed,
      holdHours: shop.config.stockHoldHours,
      openOrderLimit: openOrderLimit(shop),
      dailyOrderLimit: dailyOrderLimit(shop),
      mailId,
      emailVerified: caller.emailVerified,
      networks: shop.config.rateLimit ? networks : null,
    })
    if (written) shop.metrics.orders.inc({ source: 'catalogue' })
    if (written && mailId && caller.emailVerified) sendMails(shop, [mailId])
    return written
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return null
    throw error
  }
}

async function placedBefore(shop: Shop, keyed: KeyedRequest | null) {
  const id = keyed && (await findEarlier(shop.db, keyed))
  if (!id) return null
  const booking = (await bookings.find(shop.db, id)) as bookings.BookingRow
  if (booking.state === 'deleted') throw refuse.conflict('This order was placed and has since been deleted')
  return booking
}

async function rejectionReason(shop: Shop, caller: Caller, sent: NewBooking) {
  if (!(await hasAccount(shop.db, caller.id))) return refuse.forbidden('This account was removed')
  const product = await findProduct(shop.db, sent.orderId)
  if (!product) return refuse.notFound('No such product')
  const quantity = quantityProblem(sent.orders, product)
  if (quantity)
    return sent.orders < minimumOrder(product)
      ? refuse.invalid(quantity, 'orders')
      : refuse.conflict(quantity, 'orders')
  const total = totalProblem(toCents(product.price) * sent.orders)
  if (total) return refuse.invalid(total, 'orders')
  await refuseTooManyUnpaid(shop, shop.db, caller.id)
  await refuseTooManyToday(shop, caller.id)
  return refuse.conflict('The stock has just changed. Try again.')
}
