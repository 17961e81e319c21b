import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { Place } from './place.ts'

const PRODUCTS = 5_000
const TOKENS = ['x', 'Bearer x', 'Bearer a.b.c']

/** Public lists, one of them of several megabytes, with a header that keeps them out of the cache. */
export async function uncheckedTokens(place: Place): Promise<Attack> {
  await place.addProducts(PRODUCTS, 'A long description. '.repeat(20))
  const paths = ['/api/products', '/api/products?page=1', '/api/ratings', '/api/categories']
  const requests = many(400, (number) => {
    const authorization = TOKENS[number % TOKENS.length] as string
    return paths.map((path) => toSend(place, { path, headers: { authorization } }))
  })
  return {
    assault: {
      connections: 100,
      addresses: [...networks(70), ...neighbors(30)],
      requests: requests.flat(),
    },
  }
}
