import type { ApiReference } from '../calls/api-reference-types.ts'
import type { Category } from '../catalogue/categories.ts'
import type { ProductSearch } from '../catalogue/product-search.ts'
import type { Product, ProductPage } from '../catalogue/products.ts'
import type { Rating } from '../people/ratings.ts'
import type { OwnerText } from './owner-texts.ts'

/** What a server-rendered page may read; the server passes it to the loaders. */
export type PageData = {
  shop: ShopInfo
  newestProducts(): Promise<Product[]>
  newestRatings(): Promise<Rating[]>
  /** One page of the catalogue; the last one if the number is too high. */
  catalogue(search: ProductSearch): Promise<CataloguePage>
  /** All categories, by name. */
  categories(): Promise<Category[]>
  /** One product, for its public page. */
  item(id: string): Promise<Product | null>
  apiReference(): Promise<ApiReference>
  /** Whether a text of the owner's is shown. */
  isWritten(text: OwnerText): Promise<boolean>
  /** One page of the reviews, newest first, starting at 1; `pages` is 0 while there are none. */
  ratingsPage(page: number): Promise<{ ratings: Rating[]; count: number; pages: number }>
}

export type CataloguePage = ProductPage & {
  page: number
  pages: number
  /** Similar products, if nothing was found. */
  suggestions: Product[]
}

export type ShopInfo = {
  name: string
  /** Demo mode: a banner says that no real money moves. */
  demo: boolean
  /** Whether anybody gets mail. */
  mail: boolean
  /** Whether an order can be paid by bank. */
  bankTransfers: boolean
  publicUrl: string
  /** Addresses of pages that a live shop does not have, because their texts are not written. */
  hiddenPages: string[]
  socialLinks: { label: string; url: string }[]
  /** The card provider's public key, and the sandbox's script in its place in demo mode. */
  cardProvider: { publishableKey: string; sandboxScript: string | null }
}

export type PathParams = Readonly<Record<string, string | undefined>>

/**
 * What a cached response can depend on. `catalogue` is whatever admins change of products, their stock included. What orders and
 * quotes take and give back changes too often for a tag: it shows by age, after a second at most.
 */
export type CacheTag = 'catalogue' | 'ratings'

/**
 * A route's `handle`: what its page depends on, and which parameters of path and query it reads. A function returns them in
 * canonical form, so that equal requests share a cached page.
 */
export type PageHandle = {
  /** Null: there is no such page. Without it, all parameters have one page. */
  params?: (params: PathParams) => PathParams | null
  dependsOn?: readonly CacheTag[]
  query?: readonly string[] | ((params: URLSearchParams) => URLSearchParams)
}
