import type { Booking } from '#contract/sales/bookings.ts'
import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { Visit } from './others.ts'
import { orderOf, type Place } from './place.ts'

const CONNECTIONS_OF_ONE = 45
const CUSTOMERS = 200
const OTHERS = 30

/** Documents, drawn anew each time, for one customer on many connections and for many customers. */
export async function documentFlood(place: Place): Promise<Attack> {
  const people = await place.signUp('collector', 1 + CUSTOMERS)
  const addresses = [...neighbors(1 + CONNECTIONS_OF_ONE).slice(1), ...networks(CUSTOMERS)]
  const stored = await orders(place, people)
  const [ofOne, ...ofMany] = stored.map(({ path, token }) => toSend(place, { path, token }))
  const reading = await orders(place, await place.signUp('reader', OTHERS))
  return {
    assault: {
      connections: addresses.length,
      addresses,
      requests: [...many(CONNECTIONS_OF_ONE, () => ofOne as (typeof ofMany)[number]), ...ofMany],
    },
    others: reading.map((document): Visit => ({ kind: 'document', make: (ask) => ask(document) })),
  }
}

/** An order of each, and where its pro forma invoice is. */
async function orders(place: Place, people: { token: string }[]) {
  const documents: { path: string; token: string }[] = []
  for (const [index, { token }] of people.entries()) {
    const body = orderOf(place.productAt(index))
    const sent = { method: 'POST', path: '/api/bookings', from: '127.0.0.1', token, body }
    const { _id } = (await place.succeed(sent)).json as Booking
    documents.push({ path: `/api/booking/${_id}/proforma.pdf`, token })
  }
  return documents
}
