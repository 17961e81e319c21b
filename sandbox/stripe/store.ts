import type Stripe from 'stripe'
import { Journal } from '../journal.ts'
import type { CardOutcome } from './cards.ts'

export interface StoredResponse {
  path: string
  fingerprint: string
  requestId: string
  status: number
  body: unknown
  keptAt: number
}

/** What the sandbox knows of a card beyond its payment method; never the number. */
export interface StoredCard {
  outcome: CardOutcome
  /** The intent that was paid with it: without a customer, a payment method pays once. */
  usedBy: string | null
}

export interface Delivery {
  state: 'pending' | 'acknowledged' | 'dropped'
}

/** Everything the sandbox remembers, by kind. */
export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  /** By payment method id. */
  card: StoredCard
  /** By idempotency key. */
  answer: StoredResponse
  /** By event id. */
  delivery: Delivery
}
export type Kind = keyof Kinds
type Change = [kind: Kind, id: string, value: Kinds[Kind]]

/** The sandbox's objects: in memory for reading, in the journal for good. Values are never changed in place. */
export class Store {
  #objects = new Map<Kind, Map<string, Kinds[Kind]>>()
  #changes: Change[] | null = null
  #journal!: Journal

  static async open(path: string, onFailure: (error: Error) => void) {
    const store = new Store()
    const replay = (entry: unknown) => {
      for (const [kind, id, value] of entry as Change[]) store.#map(kind).set(id, value)
    }
    store.#journal = await Journal.open(path, replay, onFailure)
    return store
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#map(kind).get(id)
  }

  entries<K extends Kind>(kind: K): [id: string, value: Kinds[K]][] {
    return [...this.#map(kind)]
  }

  newestFirst<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#map(kind).values()].reverse()
  }

  put<K extends Kind>(kind: K, id: string, value: Kinds[K]): Kinds[K] {
    if (!this.#changes) throw new Error('put() outside of write()')
    this.#map(kind).set(id, value)
    this.#changes.push([kind, id, value])
    return value
  }

  /** Runs `change`; all that it puts is one line of the journal, so after a crash it is there as a whole or not at all. */
  write<T>(change: () => T): T {
    const changes: Change[] = []
    this.#changes = changes
    try {
      return change()
    } finally {
      this.#changes = null
      if (changes.length > 0) this.#journal.append(changes)
    }
  }

  settled() {
    return this.#journal.settled()
  }

  close() {
    return this.#journal.close()
  }

  #map<K extends Kind>(kind: K) {
    let map = this.#objects.get(kind)
    if (!map) {
      map = new Map()
      this.#objects.set(kind, map)
    }
    return map as Map<string, Kinds[K]>
  }
}
