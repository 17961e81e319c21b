import type Stripe from 'stripe'
import { z } from 'zod'
import type { ApiContext } from './api-context.ts'
import { invalidParameter, noSuch } from './api-error.ts'
import { finishProcessing } from './attempts.ts'
import { beginDispute, endDispute } from './disputes.ts'
import { initial, settings } from './fault-injection.ts'
import { failRefund, finishRefunds, makeRefund } from './refunds.ts'

const orders = settings.partial().extend({
  /** Puts every switch back first. */
  reset: z.literal(true).optional(),
  /** The id of a refund that had succeeded, or was pending, and now fails. */
  failRefund: z.string().optional(),
  /** Somebody refunds a payment in the provider's dashboard, all of it or a part. */
  refundPayment: z.strictObject({ intent: z.string(), amount: z.int().min(1).optional() }).optional(),
  /** The bank of the card's holder questions a payment, all of it or a part. */
  openDispute: z
    .strictObject({
      intent: z.string(),
      amount: z.int().min(1).optional(),
      reason: z.string().default('product_not_received'),
    })
    .optional(),
  /** The bank decides: a lost dispute takes the money back for good. */
  closeDispute: z
    .strictObject({ id: z.string(), status: z.enum(['won', 'lost', 'warning_closed']) })
    .optional(),
})

const noRequest: Stripe.Event.Request = { id: null, idempotency_key: null }

export function showSwitches({ switches, webhooks }: ApiContext) {
  return { ...switches.current, undeliveredWebhooks: webhooks.undelivered }
}

export function turnSwitches(sandbox: ApiContext, given: unknown) {
  const parsed = orders.safeParse(given)
  if (!parsed.success) throw invalidParameter('switches', z.prettifyError(parsed.error))
  const { reset, failRefund: refundId, refundPayment, openDispute, closeDispute, ...changes } = parsed.data
  const { store, switches, webhooks } = sandbox
  switches.current = { ...(reset ? initial : switches.current), ...changes }
  webhooks.modeChanged()
  store.write(() => {
    if (!switches.current.processing) finishProcessing(sandbox, noRequest)
    if (refundId) failMadeRefund(sandbox, refundId)
    if (!switches.current.pendingRefunds) finishRefunds(sandbox, noRequest)
    if (refundPayment) makeRefund(sandbox, refundPayment.intent, refundPayment.amount, {}, noRequest)
    if (openDispute) beginDispute(sandbox, openDispute, noRequest)
    if (closeDispute) endDispute(sandbox, closeDispute, noRequest)
  })
  return showSwitches(sandbox)
}

function failMadeRefund(sandbox: ApiContext, id: string) {
  const refund = sandbox.store.get('refund', id)
  if (!refund || refund.status === 'failed') throw noSuch('pending or succeeded refund', id, 'failRefund')
  failRefund(sandbox, refund, noRequest)
}
