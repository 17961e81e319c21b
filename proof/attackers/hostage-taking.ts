import { networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import { orderOf, type Person, type Place } from './place.ts'

const ACCOUNTS = 100
const MAX_PRICE = 900_000
/** All there is, and what a rest may be. */
const PARTS = [1, 0.5, 0.1]

/** Fresh accounts, each in a network of its own, that order all of every product and pay nothing, again and again. */
export async function hostageTaking(place: Place): Promise<Attack> {
  const people = await place.signUp('hostagetaker', ACCOUNTS)
  const orders = place.products.flatMap((product) =>
    PARTS.map((part) => {
      const units = Math.floor(Math.min(product.quantity * part, MAX_PRICE / product.price))
      return orderOf(product, units - 1)
    }),
  )
  const rounds = many(PARTS.length * 20, (round) =>
    people.map(({ token }, place) => ({
      token,
      body: orders[(round * ACCOUNTS + place) % orders.length] as object,
    })),
  )
  return {
    assault: {
      connections: ACCOUNTS,
      addresses: networks(ACCOUNTS),
      requests: rounds
        .flat()
        .map((sent) => toSend(place, { method: 'POST', path: '/api/bookings', ...sent })),
    },
    async audit() {
      const ids = people.map(({ id }: Person) => id)
      const [held] = await place.rows<{ orders: number; off: number }>(
        `select (select count(*)::int from bookings join users on users.id = user_id where held and subject = any($1)) as orders,
           (select count(*)::int from products where deleted_at is null and not orderable) as off`,
        [ids],
      )
      return {
        failed: 0,
        remark: `they hold ${held?.orders} orders; ${held?.off} of ${place.products.length} products are off sale`,
      }
    },
  }
}
