import type { Shop } from '../shop-context.ts'
import * as holds from './hold-store.ts'

/** A transfer takes days: who was made an offer, or has paid before, is given them as soon as the pro forma invoice is fetched. */
export const holdForBank = ({ db, config }: Pick<Shop, 'db' | 'config'>, booking: { id: string }) =>
  holds.prolongIfTrusted(db, booking.id, config.bankHoldDays)
