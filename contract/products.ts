import { z } from 'zod'
import { dollars, id, imageAddress, numberInRange, text } from './fields.ts'
import { MINIMUM_ORDER } from './order-quantity.ts'
import { pageQuery, searchText } from './page-query.ts'
import { PRODUCT_SORTS, PRODUCTS_PER_PAGE, readPrice } from './product-search.ts'

export const HOME_PRODUCTS = 6
export const MAX_QUANTITY = 2_000_000_000

export const product = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  description: z.string(),
  price: z.number(),
  quantity: z.number(),
  minimum: z.number(),
})
export type Product = z.infer<typeof product>

export const quantity = numberInRange(
  'The quantity',
  [0, 'The quantity cannot be negative'],
  [MAX_QUANTITY, 'The quantity must be at most 2,000,000,000'],
)
export const minimum = numberInRange(
  'The minimum',
  [1, 'The minimum must be at least 1'],
  [MAX_QUANTITY, 'The minimum must be at most 2,000,000,000'],
)

export const newProduct = z.object({
  name: text('The name', 200),
  image: imageAddress,
  description: text('The description', 5_000),
  price: dollars,
  quantity,
  minimum: minimum.default(MINIMUM_ORDER),
})
export type NewProduct = z.infer<typeof newProduct>

const price = (label: string) => {
  const sentence = `${label} must be a number of dollars with at most two decimals`
  return z
    .string(sentence)
    .refine((written) => readPrice(written) !== null, sentence)
    .transform(Number)
    .meta({ type: 'number', minimum: 0, maximum: 999_999.99, multipleOf: 0.01 })
}

/** A page of the catalogue in place of all of it; without any of these the answer is the whole list. */
export const productQuery = z
  .object({
    q: searchText,
    sort: z.enum(PRODUCT_SORTS, `Sort by ${PRODUCT_SORTS.join(', ')}`),
    ...pageQuery(PRODUCTS_PER_PAGE),
    min: price('The lowest price').describe('not above max'),
    max: price('The highest price'),
    inStock: z.enum(['true', 'false'], 'inStock must be true or false'),
  })
  .partial()
  .refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, {
    error: 'The lowest price is above the highest',
    path: ['min'],
  })
