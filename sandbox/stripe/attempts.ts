import type Stripe from 'stripe'
import type { ApiContext } from './api-context.ts'
import { ApiError, cardError, unexpectedState } from './api-error.ts'
import { declines } from './cards.ts'
import { emitEvent } from './events.ts'
import { idOf, newId } from './new-objects.ts'
import type { StoredCard } from './store.ts'

type Intent = Stripe.PaymentIntent
type Origin = Stripe.Event.Request

const missingMethod =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method."
const failedAuthentication =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
const usedMethod =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. It may not be used again.'

/** Tries to take the money: the intent is paid, waits for the card holder or the bank, or the decline is thrown. */
export function attempt(sandbox: ApiContext, intent: Intent, origin: Origin): Intent {
  const { card } = instrument(sandbox, intent)
  if (card.usedBy) throw new ApiError(400, { type: 'invalid_request_error', message: usedMethod })
  if (card.outcome === 'asks_for_authentication') return askForAuthentication(sandbox, intent, origin)
  return collect(sandbox, intent, origin)
}

/** The card holder's answer to the challenge. */
export function answerChallenge(
  sandbox: ApiContext,
  intent: Intent,
  isAuthorised: boolean,
  origin: Origin,
): Intent {
  if (intent.status !== 'requires_action')
    throw unexpectedState(
      intent,
      `This PaymentIntent does not wait for authentication: it is ${intent.status}.`,
    )
  if (isAuthorised) return collect(sandbox, intent, origin)
  return fail(sandbox, intent, origin, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: failedAuthentication,
    payment_method: instrument(sandbox, intent).method,
  })
}

/** Lets every intent go on that the switch `processing` has kept waiting. */
export function finishProcessing(sandbox: ApiContext, origin: Origin) {
  for (const [, intent] of sandbox.store.entries('payment_intent')) {
    if (intent.status !== 'processing') continue
    try {
      charge(sandbox, { ...intent, processing: null }, origin)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
}

/** What an intent is paid with. */
export function instrument(
  { store }: ApiContext,
  intent: Intent,
): { method: Stripe.PaymentMethod; card: StoredCard } {
  const id = idOf(intent.payment_method) ?? ''
  const method = store.get('payment_method', id)
  const card = store.get('card', id)
  if (!method || !card) throw unexpectedState(intent, missingMethod)
  return { method, card }
}

function askForAuthentication(sandbox: ApiContext, intent: Intent, origin: Origin): Intent {
  const asking = sandbox.store.put('payment_intent', intent.id, {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: 'challenge.html', source: newId('src') },
    },
  })
  emitEvent(sandbox, 'payment_intent.requires_action', asking, origin)
  return asking
}

function collect(sandbox: ApiContext, intent: Intent, origin: Origin): Intent {
  if (!sandbox.switches.current.processing) return charge(sandbox, intent, origin)
  markUsed(sandbox, intent)
  const processing = sandbox.store.put('payment_intent', intent.id, {
    ...intent,
    status: 'processing',
    last_payment_error: null,
    next_action: null,
    processing: { type: 'card', card: {} },
  })
  emitEvent(sandbox, 'payment_intent.processing', processing, origin)
  return processing
}

function charge(sandbox: ApiContext, intent: Intent, origin: Origin): Intent {
  const { method, card } = instrument(sandbox, intent)
  const decline = declines[card.outcome]
  if (decline) {
    const more = { decline_code: card.outcome, payment_method: method }
    const { status, body } = cardError('card_declined', decline, more)
    const failed = fail(sandbox, intent, origin, body)
    throw new ApiError(status, { ...body, payment_intent: failed })
  }
  markUsed(sandbox, intent)
  const paid = sandbox.store.put('payment_intent', intent.id, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  })
  emitEvent(sandbox, 'payment_intent.succeeded', paid, origin)
  return paid
}

function markUsed(sandbox: ApiContext, intent: Intent) {
  const { method, card } = instrument(sandbox, intent)
  sandbox.store.put('card', method.id, { ...card, usedBy: intent.id })
}

function fail(
  sandbox: ApiContext,
  intent: Intent,
  origin: Origin,
  error: Stripe.PaymentIntent.LastPaymentError,
): Intent {
  const { method, card } = instrument(sandbox, intent)
  if (card.usedBy) sandbox.store.put('card', method.id, { ...card, usedBy: null })
  const failed = sandbox.store.put('payment_intent', intent.id, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  })
  emitEvent(sandbox, 'payment_intent.payment_failed', failed, origin)
  return failed
}
