import { z } from 'zod'
import { formatCount } from './format-number.ts'
import { MAX_ROWS_PER_PAGE, normalizeSearch, ROWS_PER_PAGE } from './search-text.ts'

const numberBetween = (label: string, min: number, max: number) => {
  const sentence = `${label} must be a whole number from ${min} to ${formatCount(max)}`
  return z
    .string(sentence)
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(min, sentence).max(max, sentence))
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** The page number of a list, and the page size. */
export const pageQuery = (defaultLimit = ROWS_PER_PAGE) => ({
  page: numberBetween('The page', 1, 10_000),
  limit: numberBetween('The limit', 1, MAX_ROWS_PER_PAGE).describe(`default: ${defaultLimit}`),
})

export const searchText = z.string('Give q once').transform(normalizeSearch)
