import { z } from 'zod'
import { id, imageAddress, text, wholeNumber } from './fields.ts'
import { dollars } from './money.ts'

/** The least that can be ordered of anything. */
export const MINIMUM_ORDER = 100
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

export type Stocked = Pick<Product, 'quantity' | 'minimum'>

export const leastOrder = (product: Stocked) => Math.max(MINIMUM_ORDER, product.minimum)

/** An order has to stay below what is there, so a small rest cannot be ordered at all. */
export const isOrderable = (product: Stocked) => leastOrder(product) < product.quantity
