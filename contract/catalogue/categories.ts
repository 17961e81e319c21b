import { z } from 'zod'
import { optionalText, text } from '../formats/fields.ts'
import { slugOf } from '../formats/slug.ts'
import { MAX_CATEGORY_LENGTH } from './product-search.ts'

const NEEDS_A_LETTER = 'The category needs a letter or a digit'
const WITH_A_LETTER = '[^\\u0000]*[\\p{L}\\p{N}][^\\u0000]*'

export const categoryName = optionalText('The category', MAX_CATEGORY_LENGTH)
  .refine((name) => name === '' || slugOf(name) !== '', NEEDS_A_LETTER)
  .meta({ maxLength: MAX_CATEGORY_LENGTH, pattern: `^(${WITH_A_LETTER})?$` })

/** Names with one slug are one category. */
export const category = z.object({ name: z.string(), slug: z.string(), products: z.number() })
export type Category = z.infer<typeof category>

/** Any text is read, as long as a path may be; an unknown slug is not found. */
export const bySlug = z.object({ slug: z.string().min(1).meta({ maxLength: 500 }) })

export const categoryRename = z.object({
  name: text('The category', MAX_CATEGORY_LENGTH)
    .refine((name) => slugOf(name) !== '', NEEDS_A_LETTER)
    .meta({ maxLength: MAX_CATEGORY_LENGTH, pattern: `^${WITH_A_LETTER}$` }),
})
