import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidParameter, noSuch } from './api-error.ts'
import { finishProcessing } from './attempts.ts'
import { initial, settings } from './fault-injection.ts'
import { failRefund, finishRefunds } from './refunds.ts'
import type { Sandbox } from './sandbox.ts'

const orders = settings.partial().extend({
  /** Puts every switch back first. */
  reset: z.literal(true).optional(),
  /** The id of a refund that had succeeded, or was pending, and now fails. */
  failRefund: z.string().optional(),
})

const noRequest: Stripe.Event.Request = { id: null, idempotency_key: null }

export function showSwitches({ switches, webhooks }: Sandbox) {
  return { ...switches.current, undeliveredWebhooks: webhooks.undelivered }
}

export function turnSwitches(sandbox: Sandbox, given: unknown) {
  const parsed = orders.safeParse(given)
  if (!parsed.success) throw invalidParameter('switches', z.prettifyError(parsed.error))
  const { reset, failRefund: refundId, ...changes } = parsed.data
  const { ledger, switches, webhooks } = sandbox
  switches.current = { ...(reset ? initial : switches.current), ...changes }
  webhooks.modeChanged()
  ledger.write(() => {
    if (!switches.current.processing) finishProcessing(sandbox, noRequest)
    if (refundId) failMadeRefund(sandbox, refundId)
    if (!switches.current.pendingRefunds) finishRefunds(sandbox, noRequest)
  })
  return showSwitches(sandbox)
}

function failMadeRefund(sandbox: Sandbox, id: string) {
  const refund = sandbox.ledger.get('refund', id)
  if (!refund || refund.status === 'failed') throw noSuch('pending or succeeded refund', id, 'failRefund')
  failRefund(sandbox, refund, noRequest)
}
