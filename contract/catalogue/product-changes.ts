import { z } from 'zod'
import { id, numberInRange, text, wholeNumber } from '../formats/fields.ts'
import { editedFields } from './product-fields.ts'
import { fieldSchemas, MAX_QUANTITY, product } from './products.ts'
import { spec } from './specs.ts'

/** Of changes, and of orders. */
export const HISTORY_PER_PAGE = 50

/** A product as those see it who look after it. */
export const managedProduct = product.extend({ version: z.number() })
export type ManagedProduct = z.infer<typeof managedProduct>

const { quantity, ...edited } = fieldSchemas

/** What an edit leaves out stays as it is. */
export const productEdit = z
  .object(edited)
  .partial()
  .extend({
    version: wholeNumber('The version').describe('Of the product that was edited: an older one is refused'),
  })
export type ProductEdit = z.infer<typeof productEdit>

/** Either units that come on top, or a counted quantity in place of the one that was seen. */
export const restock = z
  .object({
    add: numberInRange(
      'The units',
      [1, 'Add at least 1 unit'],
      [MAX_QUANTITY, 'Add at most 2,000,000,000 units'],
    ),
    set: quantity,
    from: quantity.describe('The quantity that was seen: if it has changed in the meantime, nothing is set'),
  })
  .partial()
  .extend({ reason: text('The reason', 200) })
  .refine(({ add, set }) => (add === undefined) !== (set === undefined), {
    error: 'Enter either the units to add or the quantity to set',
    path: ['add'],
  })
  .refine(({ set, from }) => set === undefined || from !== undefined, {
    error: 'Enter the quantity that was seen as well',
    path: ['from'],
  })
  .meta({
    oneOf: [
      { required: ['add'], not: { required: ['set'] } },
      { required: ['set', 'from'], not: { required: ['add'] } },
    ],
  })
export type Restock = z.infer<typeof restock>

export const productChange = z.object({
  _id: z.string(),
  by: z.string(),
  at: z.string(),
  field: z.enum([...editedFields, 'quantity']),
  from: z.union([z.string(), z.number(), z.array(spec)]),
  to: z.union([z.string(), z.number(), z.array(spec)]),
  reason: z.string(),
})
export type ProductChange = z.infer<typeof productChange>

/** An order of the product, as its history tells of it. */
export const productOrder = z.object({
  _id: id,
  /** For people: #1042. */
  number: z.number(),
  by: z.string(),
  /** When it was placed. */
  at: z.string(),
  orders: z.number(),
  /** open: not paid yet. lapsed and deleted: its units are back in the stock. */
  state: z.enum(['open', 'lapsed', 'paid', 'deleted']),
  paidAt: z.string().optional(),
  deletedAt: z.string().optional(),
  /** How many of its units went back into the stock with refunds. */
  restocked: z.number(),
})
export type ProductOrder = z.infer<typeof productOrder>

export const historyQuery = z.object({
  // Earlier versions made ids from idempotency keys: in the form of a UUID, but none of its versions.
  before: z.guid('Enter the ID of a change').optional(),
  beforeOrder: z.guid('Enter the ID of an order').optional(),
})
export type HistoryQuery = z.infer<typeof historyQuery>

export const productHistory = z.object({
  product: managedProduct,
  addedBy: z.string(),
  addedAt: z.string(),
  changes: z.array(productChange),
  /** Whether there are changes before these. */
  more: z.boolean(),
  /** Newest first, deleted ones included. */
  orders: z.array(productOrder),
  moreOrders: z.boolean(),
})
export type ProductHistory = z.infer<typeof productHistory>
