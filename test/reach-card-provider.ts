import Stripe from 'stripe'
import { vi } from 'vitest'
import { readSecrets } from '#server/platform/startup/secrets.ts'

type Key = 'publishable' | 'secret'
type Listed = { data: { id: string }[]; has_more: boolean }

/** The card provider of a test shop: reached as a browser, as its owner's server, or at the switches that break it. */
export function reachCardProvider({ origin, dataDir }: { origin: string; dataDir: string }) {
  const { stripe: keys } = readSecrets(dataDir)

  async function call(
    as: Key,
    method: 'GET' | 'POST',
    target: string,
    form: Record<string, string> = {},
    idempotencyKey?: string,
  ) {
    const response = await fetch(`${origin}/sandbox/stripe/v1${target}`, {
      method,
      headers: {
        authorization: `Bearer ${as === 'secret' ? keys.secretKey : keys.publishableKey}`,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'POST' && { body: new URLSearchParams(form) }),
    })
    return { status: response.status, json: await response.json().catch(() => null) }
  }

  async function listAll(path: string) {
    const all: Listed['data'] = []
    for (let more = true; more; ) {
      const after = all.length ? `&starting_after=${all.at(-1)?.id}` : ''
      const { json } = await call('secret', 'GET', `${path}?limit=100${after}`)
      all.push(...(json as Listed).data)
      more = (json as Listed).has_more
    }
    return all
  }

  async function switches(turned?: object) {
    const response = await fetch(`${origin}/sandbox/stripe/switches`, {
      method: turned ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${keys.secretKey}` },
      ...(turned && { body: JSON.stringify(turned) }),
    })
    if (!response.ok) throw new Error(`the switches answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { undeliveredWebhooks: number }
  }

  return {
    publishableKey: keys.publishableKey,
    turn: switches,

    /** Waits until the shop has acknowledged every delivery. */
    delivered: () =>
      vi.waitUntil(async () => (await switches()).undeliveredWebhooks === 0, {
        timeout: 60_000,
        interval: 20,
      }),

    /** Pays by card as the embedded form does. */
    async confirm(clientSecret: string, card = 'pm_card_visa') {
      const id = intentOf(clientSecret)
      const form = { client_secret: clientSecret, payment_method: card }
      const { status, json } = await call('publishable', 'POST', `/payment_intents/${id}/confirm`, form)
      return { status, paid: status === 200 && json.status === 'succeeded' }
    },

    /** An intent that the shop did not ask for. */
    async createIntent(amount: number, metadata: Record<string, string> = {}, currency = 'usd') {
      const named = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
      const form = { amount: String(amount), currency, 'allowed_payment_method_types[]': 'card' }
      const { json } = await call('secret', 'POST', '/payment_intents', {
        ...form,
        ...Object.fromEntries(named),
      })
      return json as Stripe.PaymentIntent
    },

    /** Gives a payment back by hand, as in the provider's dashboard. */
    refund: (intentId: string, part: { amount?: string } = {}, idempotencyKey?: string) =>
      call('secret', 'POST', '/refunds', { payment_intent: intentId, ...part }, idempotencyKey),

    /** The customer's bank questions a payment. */
    async openDispute(intent: string, more: { amount?: number; reason?: string } = {}) {
      await switches({ openDispute: { intent, ...more } })
      const { json } = await call('secret', 'GET', `/disputes?payment_intent=${intent}`)
      return (json.data as Stripe.Dispute[])[0]?.id as string
    },
    closeDispute: (id: string, status: 'won' | 'lost' | 'warning_closed') =>
      switches({ closeDispute: { id, status } }),

    /** Cancels an intent by hand. */
    cancel: (intentId: string) => call('secret', 'POST', `/payment_intents/${intentId}/cancel`),

    intent: async (id: string) =>
      (await call('secret', 'GET', `/payment_intents/${id}`)).json as Stripe.PaymentIntent,
    intents: async () => (await listAll('/payment_intents')) as Stripe.PaymentIntent[],
    disputes: async () => (await listAll('/disputes')) as Stripe.Dispute[],
    refunds: async () => (await listAll('/refunds')) as Stripe.Refund[],
    events: async () => (await listAll('/events')) as Stripe.Event[],

    /** Posts an event to the shop, signed at that moment with that secret. */
    async deliver(event: object, { secret = keys.webhookSecret, timestamp = Date.now() / 1000 } = {}) {
      const payload = JSON.stringify(event)
      const signed = { payload, secret, timestamp: Math.floor(timestamp) }
      const response = await fetch(`${origin}/api/stripe/webhook`, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': Stripe.webhooks.generateTestHeaderString(signed),
        },
      })
      await response.text()
      return response.status
    },
  }
}

export const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] as string
