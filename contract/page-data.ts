import type { ProductPage, ProductSearch } from './product-search.ts'
import type { Product } from './products.ts'
import type { Rating } from './ratings.ts'

/** What a server-rendered page may read; the server hands it to the loaders. */
export type PageData = {
  shop: ShopInfo
  newestProducts(): Promise<Product[]>
  newestRatings(): Promise<Rating[]>
  /** One page of the catalogue, the last one for a number beyond it. */
  catalogue(search: ProductSearch): Promise<CataloguePage>
  /** One page of all reviews, newest first, counted from 1; `pages` is 0 while there is none. */
  ratingsPage(page: number): Promise<{ ratings: Rating[]; count: number; pages: number }>
}

export type CataloguePage = ProductPage & {
  page: number
  pages: number
  /** What comes nearest, where nothing was found. */
  suggestions: Product[]
}

export type ShopInfo = {
  name: string
  /** Demo mode: a banner tells people that no real money moves. */
  demo: boolean
  publicUrl: string
  socialLinks: { label: string; url: string }[]
  /** The card provider's public key, and the sandbox's script in its place in demo mode. */
  cardProvider: { publishableKey: string; sandboxScript: string | null }
}

/** What changes over time and is shown on kept pages. `stock` moves with every order and may be a second old. */
export type CacheTag = 'catalogue' | 'ratings' | 'stock'

/**
 * A route's `handle`: what its page is made of, and which query parameters it honours. A function writes them in their one
 * normal form, so that equal questions share a kept page.
 */
export type PageHandle = {
  dependsOn?: readonly CacheTag[]
  query?: readonly string[] | ((asked: URLSearchParams) => URLSearchParams)
}
