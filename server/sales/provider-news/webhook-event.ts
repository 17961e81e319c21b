import type { Stripe } from 'stripe'
import { z } from 'zod'

const word = z.string().regex(/^[\w.-]{1,255}$/)
const amount = z.int32().min(0)
const intent = z.union([word, z.looseObject({ id: word })]).nullish()
const metadata = z.record(z.string(), z.string())
const dispute = { amount, status: word, reason: word, payment_intent: intent }

/** What the shop reads of an event's object itself, beside its id; everything else is asked for. */
const READ: Record<string, z.ZodRawShape> = {
  'payment_intent.succeeded': {},
  'payment_intent.canceled': {},
  'refund.created': {},
  'refund.updated': {},
  'refund.failed': {},
  'payment_intent.payment_failed': { amount, metadata },
  'charge.refunded': { payment_intent: intent },
  'charge.dispute.created': dispute,
  'charge.dispute.closed': dispute,
}

const envelope = z.looseObject({ id: word, type: word, data: z.looseObject({ object: z.unknown() }) })

/** Whether a delivery has what the shop reads of it: a signature says who has sent it, not what is in it. */
export function isReadable(event: unknown): event is Stripe.Event {
  const { success, data } = envelope.safeParse(event)
  if (!success) return false
  const shape = READ[data.type]
  return shape === undefined || z.looseObject({ id: word, ...shape }).safeParse(data.data.object).success
}
