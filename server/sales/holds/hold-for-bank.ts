import type { Transaction } from '../../platform/database/connect.ts'
import type { Shop } from '../../shop-context.ts'
import { PAYMENT_COVERS } from './excess-holds.ts'
import * as holds from './hold-store.ts'

/** A transfer takes days: who was made an offer, or has paid enough before, is given them. */
export async function prolongForBank(
  { config }: Pick<Shop, 'config'>,
  tx: Transaction,
  booking: HeldBooking,
) {
  await holds.lockHolds(tx, booking.userId)
  await holds.prolongIfTrusted(tx, booking.id, {
    days: config.bankHoldDays,
    usualHours: config.stockHoldHours,
    // Any payment at all, where nothing is limited.
    paymentCovers: config.rateLimit ? PAYMENT_COVERS : Number.MAX_SAFE_INTEGER,
  })
}

type HeldBooking = { id: string; userId: string }
