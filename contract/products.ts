import { z } from 'zod'
import { dollars, id, imageAddress, text, wholeNumber } from './fields.ts'
import { MINIMUM_ORDER } from './stock.ts'

export const HOME_PRODUCTS = 6
export const LARGEST_QUANTITY = 2_000_000_000

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

export const newProduct = z.object({
  name: text('The name', 200),
  image: imageAddress,
  description: text('The description', 5_000),
  price: dollars,
  quantity: wholeNumber('The quantity').pipe(
    z
      .number()
      .min(0, 'The quantity cannot be negative')
      .max(LARGEST_QUANTITY, 'The quantity must be at most 2,000,000,000'),
  ),
  minimum: wholeNumber('The minimum')
    .pipe(
      z
        .number()
        .min(1, 'The minimum must be at least 1')
        .max(LARGEST_QUANTITY, 'The minimum must be at most 2,000,000,000'),
    )
    .default(MINIMUM_ORDER),
})
export type NewProduct = z.infer<typeof newProduct>
