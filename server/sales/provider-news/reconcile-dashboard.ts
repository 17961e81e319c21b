import { tryEach } from '../../platform/concurrency/try-each.ts'
import type { Shop } from '../../shop-context.ts'
import { isOutage } from '../card-provider/provider-error.ts'
import { recordDispute } from './record-dispute.ts'
import { recordProviderRefund } from './record-provider-refund.ts'

const DAY_MS = 24 * 3600 * 1000
/** The provider delivers an event for three days. */
const REFUND_DAYS = 7
/** Banks decide within some months. */
const DISPUTE_DAYS = 180

/** Asks the provider for refunds made in its dashboard and for disputes, because the webhook of one may have been lost. */
export async function reconcileDashboard(shop: Shop, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const refunds = await shop.provider.refundsSince(daysAgo(REFUND_DAYS))
  const disputes = await shop.provider.disputesSince(daysAgo(DISPUTE_DAYS))
  const steps = [
    ...refunds.map((refund) => () => recordProviderRefund(shop, refund)),
    ...disputes.map((dispute) => () => recordDispute(shop, dispute)),
  ]
  await tryEach(steps, { log: shop.log, stopsAt: isOutage })
}
