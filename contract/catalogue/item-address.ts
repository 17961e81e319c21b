import { slugOf } from '../formats/slug.ts'

/** Where everybody can read about a product. */
export function itemAddress({ _id, name }: { _id: string; name: string }): string {
  const slug = slugOf(name)
  return slug === '' ? `/item/${_id}` : `/item/${_id}/${encodeURIComponent(slug)}`
}
