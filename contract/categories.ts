import { z } from 'zod'
import { optionalText, text } from './fields.ts'
import { MAX_CATEGORY_LENGTH } from './product-search.ts'
import { slugOf } from './slug.ts'

const NEEDS_A_LETTER = 'The category needs a letter or a digit'

export const categoryName = optionalText('The category', MAX_CATEGORY_LENGTH).refine(
  (name) => name === '' || slugOf(name) !== '',
  NEEDS_A_LETTER,
)

/** Names with one slug are one category. */
export const category = z.object({ name: z.string(), slug: z.string(), products: z.number() })
export type Category = z.infer<typeof category>

/** A slug of any length is read; an unknown one is not found. */
export const bySlug = z.object({ slug: z.string().max(1_000) })

export const categoryRename = z.object({
  name: text('The category', MAX_CATEGORY_LENGTH).refine((name) => slugOf(name) !== '', NEEDS_A_LETTER),
})
