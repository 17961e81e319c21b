import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { WebhookMode } from './fault-injection.ts'
import type { Delivery, Store } from './store.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
}

const firstRetryMs = 250
const longestRetryMs = 30_000
const answerWithinMs = 10_000
const parallelDeliveries = 16
const quietBeforeReverseMs = 200

/** Tells the shop of events until it acknowledges them, across crashes of either side. */
export class WebhookDispatcher {
  #store: Store
  #endpoint: WebhookEndpoint | null
  #mode: () => WebhookMode
  #held = new Set<string>()
  #quiet: NodeJS.Timeout | undefined
  #slots = new Slots(parallelDeliveries)
  #closing = new AbortController()

  constructor(store: Store, endpoint: WebhookEndpoint | null, mode: () => WebhookMode) {
    this.#store = store
    this.#endpoint = endpoint
    this.#mode = mode
  }

  get undelivered() {
    return this.#store.entries('delivery').filter(([, { state }]) => state === 'pending').length
  }

  /** Inside of `store.write`: the duty to deliver is recorded together with the event. */
  take(eventId: string) {
    if (!this.#endpoint) return
    const isDropped = this.#mode() === 'drop'
    this.#store.put('delivery', eventId, { state: isDropped ? 'dropped' : 'pending' })
    // Only after the write, so that waiting for the journal includes it.
    if (!isDropped) queueMicrotask(() => this.#dispatch(eventId))
  }

  /** Goes on with what was not acknowledged before the last stop. */
  resume() {
    if (!this.#endpoint) return
    for (const [eventId, { state }] of this.#store.entries('delivery'))
      if (state === 'pending') this.#dispatch(eventId)
  }

  modeChanged() {
    if (this.#mode() === 'hold') return
    clearTimeout(this.#quiet)
    const held = [...this.#held]
    this.#held.clear()
    if (this.#mode() === 'reverse') void this.#deliverInTurn(held.reverse())
    else for (const eventId of held) this.#dispatch(eventId)
  }

  close() {
    clearTimeout(this.#quiet)
    this.#closing.abort()
  }

  #dispatch(eventId: string) {
    const mode = this.#mode()
    if (mode === 'hold' || mode === 'reverse') this.#held.add(eventId)
    else void this.#deliver(eventId, mode === 'duplicate' ? 2 : 1)
    if (mode !== 'reverse') return
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.modeChanged(), quietBeforeReverseMs)
  }

  async #deliverInTurn(eventIds: string[]) {
    for (const eventId of eventIds) await this.#deliver(eventId, 1)
  }

  async #deliver(eventId: string, copies: number) {
    const event = this.#store.get('event', eventId)
    if (!event) return
    await this.#store.settled()
    const ends = await Promise.all(Array.from({ length: copies }, () => this.#tryUntilOver(event)))
    const end = ends.find((state) => state !== 'pending')
    if (end) this.#store.write(() => this.#store.put('delivery', eventId, { state: end }))
  }

  async #tryUntilOver(event: Stripe.EventBase): Promise<Delivery['state']> {
    for (
      let retryMs = firstRetryMs;
      !this.#closing.signal.aborted;
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    ) {
      if (this.#mode() === 'drop') return 'dropped'
      if (this.#mode() === 'hold') {
        this.#held.add(event.id)
        return 'pending'
      }
      if (await this.#slots.use(() => this.#post(event))) return 'acknowledged'
      await pause(retryMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
    }
    return 'pending'
  }

  async #post(event: Stripe.EventBase): Promise<boolean> {
    const { url, secret } = this.#endpoint as WebhookEndpoint
    const payload = JSON.stringify(event, null, 2)
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(payload, secret),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), this.#closing.signal]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}

function signature(payload: string, secret: string) {
  const timestamp = Math.floor(Date.now() / 1000)
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${digest}`
}

class Slots {
  #free: number
  #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
