import Stripe from 'stripe'
import { Refusal, retryAfter } from '#contract/calls/refusal.ts'
import { isDatabaseUnreachable } from '../../platform/database/connect.ts'

/**
 * unreachable: no response, or a temporary one; repeating the request with the same idempotency key is safe.
 * failed: a server error, which the provider repeats for the same idempotency key for a day.
 * rejected: the provider refuses us: a wrong API key, a missing permission, an inactive account, an invalid request.
 */
type Kind = 'unreachable' | 'failed' | 'rejected'

const SENTENCES: Record<Kind, string> = {
  unreachable: 'The payment provider cannot be reached.',
  failed: 'The payment provider cannot be reached.',
  rejected: 'Card payments are not working at the moment.',
}

/** A failed call to the card provider. The message is for the customer, who is not to blame. */
export class ProviderError extends Refusal {
  readonly kind: Kind
  /** The provider's own message, without keys and without customers' data. */
  readonly reason: string
  /** Whether every other call would fail the same way. */
  readonly concernsAll: boolean
  readonly isKeyUsed: boolean
  readonly httpStatus: number | undefined
  readonly requestId: string | undefined

  constructor(error: InstanceType<typeof Stripe.errors.StripeError>) {
    const kind = kindOf(error)
    super(kind === 'rejected' ? 502 : 503, SENTENCES[kind], {
      headers: kind === 'rejected' ? {} : retryAfter(2),
    })
    this.kind = kind
    this.reason = reasonOf(error)
    this.concernsAll = kind !== 'rejected' || error.statusCode === 401 || error.statusCode === 403
    this.isKeyUsed = error instanceof Stripe.errors.StripeIdempotencyError
    this.httpStatus = error.statusCode
    this.requestId = error.requestId
  }
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): Kind {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'unreachable'
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'unreachable'
  // Includes a concurrent request with the same idempotency key.
  if (error instanceof Stripe.errors.StripeAPIError)
    return (error.statusCode ?? 0) >= 500 ? 'failed' : 'unreachable'
  return 'rejected'
}

/** A message about a parameter may repeat its value; even masked keys are removed. */
function reasonOf({ message, param, code, rawType }: InstanceType<typeof Stripe.errors.StripeError>) {
  const words = param ? `${code ?? rawType} (${param})` : message
  return words.replace(/\b(?:[prs]k|whsec)_[\w*]+/g, '…')
}

/** Whether the card provider or the database is away, so that everything else would fail the same way. */
export const isOutage = (error: unknown) =>
  error instanceof ProviderError ? error.concernsAll : isDatabaseUnreachable(error)
