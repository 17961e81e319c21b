import type { Stripe } from 'stripe'
import { tryEach } from '../../platform/concurrency/try-each.ts'
import type { Shop } from '../../shop-context.ts'
import { idOf } from '../card-provider/provider.ts'
import { isOutage } from '../card-provider/provider-error.ts'
import { refuseIfProviderDown } from '../card-provider/refuse-if-provider-down.ts'
import * as payments from '../payment-attempts/store.ts'
import { countDecline } from '../payments/card-testing.ts'
import { recordOutcome } from '../payments/record-outcome.ts'
import { recordDispute } from './record-dispute.ts'
import { recordProviderRefund } from './record-provider-refund.ts'

/** Handles one webhook delivery; the event counts as processed only after everything it says is stored. */
export async function handleWebhook(shop: Shop, event: Stripe.Event) {
  // The provider redelivers: an event seen before is success, not an error.
  if (await payments.isEventProcessed(shop.db, event.id)) return
  await refuseIfProviderDown(handle(shop, event), 'Deliver this again.')
  await payments.recordEvent(shop.db, event.id, event.type)
}

async function handle(shop: Shop, event: Stripe.Event) {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled': {
      // An event may be old or out of order, so the intent itself is fetched.
      const intent = await shop.provider.findIntent(event.data.object.id)
      const outcome = intent ? await recordOutcome(shop, intent) : 'not ours'
      if (outcome === 'not ours')
        shop.log.info({ intent: event.data.object.id }, 'ignored a payment of another site on this account')
      return
    }
    case 'payment_intent.payment_failed':
      return countDecline(shop, event.id, event.data.object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = await shop.provider.findRefund(event.data.object.id)
      if (refund) await recordProviderRefund(shop, refund)
      return
    }
    case 'charge.refunded': {
      const intentId = idOf(event.data.object.payment_intent)
      if (!intentId) return
      const refunds = await shop.provider.listRefunds(intentId)
      const steps = refunds.map((refund) => () => recordProviderRefund(shop, refund))
      return tryEach(steps, { log: shop.log, stopsAt: isOutage })
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return recordDispute(shop, event.data.object)
  }
}
