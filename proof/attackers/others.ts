import { setTimeout as delay } from 'node:timers/promises'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { newcomer } from './addresses.ts'
import { orderOf, PASSWORD, type Person, type Place, type Sent } from './place.ts'

export type Answered = { kind: string; tookMs: number; status: number }
type Ask = (sent: Omit<Sent, 'from'>) => ReturnType<Place['call']>
/** What one of the others wants of the shop; given up with the first request that is refused. */
export type Visit = {
  kind: string
  make(ask: Ask): Promise<unknown>
  /** A network that nobody has seen before unless given. */
  from?: string
}

const COUNTS = { 'sign-in': 60, order: 120, payment: 40, search: 260, product: 260, page: 260 }
const WORDS =
  'hammer wrench pliers saw drill level glove helmet bolt screw washer rope paint brush tape'.split(' ')
const PAGES = ['/', '/catalogue', '/reviews', '/contact', '/catalogue?q=hammer']

class Refused extends Error {}

/** A thousand requests of people whom the attack does not concern, or a part of them, in the order in which they come. */
export async function prepareOthers(place: Place, { name = '', part = 1 } = {}) {
  const { productAt } = place
  const [signingIn, ordering, paying] = [
    await place.signUp(`${name}visitor`, COUNTS['sign-in'] * part),
    await place.signUp(`${name}buyer`, COUNTS.order * part),
    await place.signUp(`${name}payer`, COUNTS.payment * part),
  ]
  const toPay: Booking[] = []
  for (const [index, { token }] of paying.entries()) {
    const body = orderOf(productAt(index))
    const ordered = await place.succeed({
      method: 'POST',
      path: '/api/bookings',
      from: newcomer(),
      token,
      body,
    })
    toPay.push(ordered.json)
  }
  const ordered: string[] = []
  const paid: string[] = []

  const visits: Record<keyof typeof COUNTS, (index: number) => Visit['make']> = {
    'sign-in': (index) => (ask) => {
      const { email } = signingIn[index] as Person
      return ask({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password: PASSWORD } })
    },
    order: (index) => async (ask) => {
      const { token } = ordering[index] as Person
      const { json } = await ask({
        method: 'POST',
        path: '/api/bookings',
        token,
        body: orderOf(productAt(index)),
      })
      ordered.push(json._id)
    },
    payment: (index) => async (ask) => {
      const { token } = paying[index] as Person
      const { _id, price } = toPay[index] as Booking
      const intent = { price, bookingId: _id }
      const begun = await ask({ method: 'POST', path: '/api/create-payment-intent', token, body: intent })
      const { clientSecret } = begun.json
      if (!(await place.provider.confirm(clientSecret)).paid) throw new Error('The card was declined')
      const report = { payment: _id, transictionId: intentOf(clientSecret) }
      await ask({ method: 'PATCH', path: `/api/booking/${_id}`, token, body: report })
      paid.push(_id)
    },
    search: (index) => (ask) => ask({ path: `/api/products?q=${WORDS[index % WORDS.length]}&page=1` }),
    product: (index) => (ask) => {
      const product = productAt(index)
      return ask({ path: index % 2 ? itemAddress(product) : `/api/product/${product._id}` })
    },
    page: (index) => (ask) => ask({ path: PAGES[index % PAGES.length] as string }),
  }
  const kinds = Object.keys(COUNTS) as (keyof typeof COUNTS)[]
  const all = kinds.flatMap((kind) =>
    Array.from({ length: COUNTS[kind] * part }, (_, index) => ({
      kind,
      due: (index + 0.5) / (COUNTS[kind] * part),
      make: visits[kind](index),
    })),
  )

  return {
    visits: all.sort((one, other) => one.due - other.due),

    /** Orders and payments that were acknowledged and are not there. */
    async lost(): Promise<number> {
      const stored = await place.rows<{ id: string; state: string }>(
        `select id, state from bookings where id = any($1) and state <> 'deleted'`,
        [[...ordered, ...paid]],
      )
      const states = new Map(stored.map(({ id, state }) => [id, state]))
      return (
        ordered.filter((id) => !states.has(id)).length + paid.filter((id) => states.get(id) !== 'paid').length
      )
    },
  }
}

/** Lets them come at an even pace, however long the shop takes to answer. */
export async function comeAndGo(place: Place, visits: Visit[], seconds: number): Promise<Answered[]> {
  const answered: Answered[] = []
  const began = performance.now()

  async function visit({ kind, make, from = newcomer() }: Visit) {
    const began = performance.now()
    const ask: Ask = async (sent) => {
      const since = performance.now()
      const answer = await place.call({ ...sent, from }).catch(() => null)
      answered.push({ kind, tookMs: performance.now() - since, status: answer?.status ?? 0 })
      if (answer?.status === 200) return answer
      throw new Refused()
    }
    await make(ask).catch((error: unknown) => {
      if (!(error instanceof Refused)) answered.push({ kind, tookMs: performance.now() - began, status: 0 })
    })
  }

  const coming: Promise<void>[] = []
  for (const [index, one] of visits.entries()) {
    await delay(Math.max(0, began + (index / visits.length) * seconds * 1000 - performance.now()))
    coming.push(visit(one))
  }
  await Promise.all(coming)
  return answered
}
