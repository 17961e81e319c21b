import type { Product } from '#contract/products.ts'
import { slugOf } from '#contract/slug.ts'

/** Where everybody can read about a product. */
export function itemAddress({ _id, name }: Pick<Product, '_id' | 'name'>): string {
  const slug = slugOf(name)
  return slug === '' ? `/item/${_id}` : `/item/${_id}/${encodeURIComponent(slug)}`
}
