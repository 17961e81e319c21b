import { z } from 'zod'
import { formatCount } from './format-count.ts'
import { MAX_ROWS_PER_PAGE, normalizeSearch, ROWS_PER_PAGE } from './search-text.ts'

const numberBetween = (label: string, least: number, most: number) => {
  const sentence = `${label} must be a whole number from ${least} to ${formatCount(most)}`
  return z
    .string(sentence)
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(least, sentence).max(most, sentence))
    .meta({ type: 'integer', minimum: least, maximum: most })
}

/** Which page of a list, and how long a page is. */
export const pageQuery = (usual = ROWS_PER_PAGE) => ({
  page: numberBetween('The page', 1, 10_000),
  limit: numberBetween('The limit', 1, MAX_ROWS_PER_PAGE).describe(`${usual} where it is not given`),
})

export const searchText = z.string('Give q once').transform(normalizeSearch)
