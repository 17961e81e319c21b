import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { SentRequest } from './attacker.ts'
import type { Visit } from './others.ts'
import { PASSWORD, type Person, type Place } from './place.ts'

const REQUESTS = 6_000
const FAMILIAR = '127.200.0.1'

/** Wrong passwords for one account and for many, and accounts by the dozen: each of them costs a slow hash. */
export const wrongPasswords = (place: Place) =>
  guess(place, [...networks(300), ...neighbors(100)], (request) => request)

/** The same from one home connection of IPv6, whose 256 networks a proxy in front of the shop names. */
export const wrongPasswordsOfOneHome = (place: Place) =>
  guess(place, ['127.0.0.1'], (request, number) => ({
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': `2001:db8:0:${(number % 256).toString(16)}::1` },
  }))

async function guess(
  place: Place,
  addresses: string[],
  asFrom: (request: SentRequest, number: number) => SentRequest,
): Promise<Attack> {
  const path = '/api/auth/sign-in/email'
  const victims = await place.signUp('victim', 50)
  const [owner] = victims as [Person]
  await place.signIn(owner.email, FAMILIAR)
  const requests = many(REQUESTS, (number) => {
    const password = `guess ${number}`
    if (number % 3 === 2) {
      const person = { email: `stranger${number}@example.com`, name: 'Stranger', password }
      return toSend(place, { method: 'POST', path: '/api/auth/sign-up/email', body: person })
    }
    const { email } = number % 3 === 0 ? owner : (victims[number % victims.length] as Person)
    return toSend(place, { method: 'POST', path, body: { email, password } })
  })
  const signInOfOwner: Visit = {
    kind: 'sign-in where known',
    from: FAMILIAR,
    make: (ask) => ask({ method: 'POST', path, body: { email: owner.email, password: PASSWORD } }),
  }
  return {
    assault: { connections: 400, addresses, requests: requests.map(asFrom) },
    others: many(20, () => signInOfOwner),
  }
}
