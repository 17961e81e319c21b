import Stripe from 'stripe'
import { Refusal, retryAfter } from '#contract/refusal.ts'

/**
 * unreachable: it did not answer, or not this time; the same request with the same key is safe.
 * failed: it broke at work, and repeats that answer to the same key for a day.
 * rejected: it says no to us: a wrong key, a missing permission, an inactive account, a request it does not like.
 */
type Kind = 'unreachable' | 'failed' | 'rejected'

const SENTENCES: Record<Kind, string> = {
  unreachable: 'The card provider cannot be reached.',
  failed: 'The card provider cannot be reached.',
  rejected: 'Card payments do not work at the moment.',
}

/** A call to the card provider that came to nothing. Whoever asked the shop is told so in a sentence and is not to blame. */
export class ProviderError extends Refusal {
  readonly kind: Kind
  /** The provider's own words, without keys and without what customers have told us. */
  readonly reason: string
  /** Whether any other call would end like this one. */
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
  // Among them: another request with the same key is at work.
  if (error instanceof Stripe.errors.StripeAPIError)
    return (error.statusCode ?? 0) >= 500 ? 'failed' : 'unreachable'
  return 'rejected'
}

/** What is said of a parameter may repeat its value; of keys, even the masked ones are nobody's business. */
function reasonOf({ message, param, code, rawType }: InstanceType<typeof Stripe.errors.StripeError>) {
  const words = param ? `${code ?? rawType} (${param})` : message
  return words.replace(/\b(?:[prs]k|whsec)_[\w*]+/g, '…')
}
