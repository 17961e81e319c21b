import type { Booking } from '#contract/sales/bookings.ts'
import { isMailedToday, isProven } from '../../people/users/daily-limits.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import { findOwnBooking } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import { prolongForBank } from '../holds/hold-for-bank.ts'
import { bankTransferFor } from './bank-transfer.ts'
import * as bankTransfers from './bank-transfer-store.ts'

/** Beyond that somebody is flooding the owner; Manage Order shows which orders are to be paid by transfer. */
const MAX_MAILS_AN_HOUR = 60
const MAX_MAILS_OF_CUSTOMER = 20

/** Holds the units for as long as a transfer takes, where the customer is trusted, and tells the owner, once per order. */
export async function chooseBankTransfer(
  shop: Shop,
  caller: Caller,
  id: string,
  address: string,
): Promise<Booking> {
  const booking = await findOwnBooking(shop, caller, id)
  bankTransferFor(shop.config, booking)
  await withMails(shop, async (tx, mails) => {
    await prolongForBank(shop, tx, booking)
    if (!(await bankTransfers.chooseBankTransfer(tx, id))) return
    const isMailed = (await isProven(tx, caller))
      ? (await bankTransfers.countBankTransfersLastHour(tx, caller.id)) <= MAX_MAILS_OF_CUSTOMER
      : await isMailedToday(shop, tx, 'bank-order', address)
    if (isMailed && (await mails.countLastHour('bank-order')) < MAX_MAILS_AN_HOUR)
      await mails.toOwner('bank-order', { bookingId: id })
  })
  return bookings.toBooking(await findOwnBooking(shop, caller, id))
}
