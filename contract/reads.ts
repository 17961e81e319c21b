import type { Product } from './products.ts'
import type { Rating } from './ratings.ts'

/** What a server-rendered page may read; the server hands it to the loaders. */
export type Reads = {
  shop: ShopFacts
  firstProducts(): Promise<Product[]>
  firstRatings(): Promise<Rating[]>
  /** One page of all reviews, newest first, counted from 1; `pages` is 0 while there is none. */
  ratingsPage(page: number): Promise<{ ratings: Rating[]; count: number; pages: number }>
}

export type ShopFacts = {
  name: string
  /** Demo mode: a banner tells people that no real money moves. */
  demo: boolean
  publicUrl: string
  socialLinks: { label: string; url: string }[]
  /** The card provider's public key, and the sandbox's script in its place in demo mode. */
  cardProvider: { publishableKey: string; sandboxScript: string | null }
}

/** What changes over time and is shown on kept pages. `stock` moves with every order and may be a second old. */
export type Topic = 'catalogue' | 'ratings' | 'stock'

/** A route's `handle`: what its page is made of, and which query parameters it honours. */
export type PageHandle = { madeOf?: readonly Topic[]; query?: readonly string[] }
