import { heartsOf } from '#contract/people/rating-hearts.ts'
import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { Person, Place } from './place.ts'

const NETWORKS = 200
const NEIGHBORS = 100
const MAX_PER_ACCOUNT = 3
const MAX_PER_NETWORK = 20

/** The longest reviews, by fresh accounts in many networks and by the neighbors of one. */
export async function reviewFlood(place: Place): Promise<Attack> {
  const people = await place.signUp('reviewer', NETWORKS + NEIGHBORS)
  const review = { description: 'Advertisement. '.repeat(133), rating: heartsOf(5) }
  const rounds = many(30, () => people.map(({ token }) => ({ token, body: review })))
  return {
    assault: {
      connections: people.length,
      addresses: [...networks(NETWORKS), ...neighbors(NEIGHBORS)],
      requests: rounds.flat().map((sent) => toSend(place, { method: 'POST', path: '/api/ratings', ...sent })),
    },
    async audit() {
      const written = await place.rows<{ subject: string; count: number }>(
        'select subject, count(*)::int from ratings join users on users.id = user_id group by subject',
      )
      const counts = new Map(written.map(({ subject, count }) => [subject, count]))
      const countOf = ({ id }: Person) => counts.get(id) ?? 0
      const sum = (list: number[]) => list.reduce((total, count) => total + count, 0)
      const beyondAccounts = people.map((person) => Math.max(0, countOf(person) - MAX_PER_ACCOUNT))
      const all = sum(people.map(countOf))
      const ofNeighbors = sum(people.slice(NETWORKS).map(countOf))
      return {
        // Without a review by anybody it was no flood.
        failed: sum(beyondAccounts) + Math.max(0, ofNeighbors - MAX_PER_NETWORK) + Number(all === 0),
        remark: `${all} reviews stand, ${ofNeighbors} of them from one network`,
      }
    },
  }
}
