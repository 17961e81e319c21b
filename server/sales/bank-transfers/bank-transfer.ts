import { toDollars } from '#contract/formats/money.ts'
import type { BankTransfer } from '#contract/sales/bookings.ts'
import type { Config } from '../../config.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { BookingRow } from '../bookings/store.ts'

/** What people write on a transfer, and search for when it arrives. */
export const bankReference = (orderNumber: number) => `Order ${orderNumber}`

/** How to pay this order by bank transfer. */
export function bankTransferFor({ documents }: Config, booking: BookingRow): BankTransfer {
  const { bankDetails, seller } = documents
  if (!bankDetails) throw refuse.conflict('This shop does not accept bank transfers')
  if (booking.state === 'paid') throw refuse.conflict('This order is paid')
  return {
    recipient: seller.name,
    account: bankDetails,
    reference: bankReference(booking.number),
    amount: toDollars(booking.priceCents),
  }
}
