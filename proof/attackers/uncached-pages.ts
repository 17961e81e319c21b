import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { Place } from './place.ts'

const PRODUCTS = 5_000

/** Searches and pages that nobody has asked for before, and the sitemap of a large catalogue. */
export async function uncachedPages(place: Place): Promise<Attack> {
  await place.addProducts(
    PRODUCTS,
    'A hammer of steel with a handle of hickory, for the yard and the workshop',
  )
  const paths = many(4_000, (number) => {
    const words = `hammer ${(number * 7_919).toString(36)}`
    return [
      `/api/products?q=${encodeURIComponent(words)}&page=1`,
      `/catalogue?q=${encodeURIComponent(words)}`,
      `/catalogue?q=hammer&max=${10 + number}&page=${1 + (number % 50)}`,
      number % 2 ? '/sitemap-items-1.xml' : '/sitemap.xml',
    ]
  })
  return {
    assault: {
      connections: 200,
      addresses: [...networks(150), ...neighbors(50)],
      requests: paths.flat().map((path) => toSend(place, { path })),
    },
  }
}
