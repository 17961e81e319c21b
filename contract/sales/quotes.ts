import { z } from 'zod'
import { MINIMUM_ORDER } from '../catalogue/order-quantity.ts'
import { MAX_QUANTITY } from '../catalogue/products.ts'
import {
  dollars,
  id,
  isoDate,
  multilineText,
  numberInRange,
  optionalText,
  text,
  wholeNumber,
} from '../formats/fields.ts'
import { pageQuery, searchText } from '../formats/list-query.ts'
import { QUOTE_STATES } from './quote-search.ts'
import { MAX_STEPS } from './quote-steps.ts'

export const MAX_OPEN_QUOTES = 20
export const MAX_VALID_DAYS = 90
const MAX_BILL_TO_LINES = 6

export const purchaseOrderNumber = optionalText('The purchase order number', 50)
export const billTo = multilineText('The billing details', MAX_BILL_TO_LINES, 500)

const quantity = numberInRange(
  'The quantity',
  [MINIMUM_ORDER, `Ask for at least ${MINIMUM_ORDER} units`],
  [MAX_QUANTITY, 'The quantity is too large'],
)

const step = z.object({ orders: wholeNumber('The quantity'), price: z.number() })

export const quote = z.object({
  _id: id,
  /** For people, such as Q-2026-0042. */
  number: z.string(),
  productId: id,
  product: z.string(),
  /** The product's SKU, as it is now; absent if it has none. */
  sku: z.string().optional(),
  orders: z.number(),
  email: z.string(),
  name: z.string(),
  wantedBy: z.string().optional(),
  purchaseOrder: z.string().optional(),
  message: z.string().optional(),
  state: z.enum(QUOTE_STATES),
  /** The offer: unit prices from a quantity on, ascending; one step means exactly that quantity. */
  steps: z.array(step),
  /** The last day of the offer, in the shop's time zone. */
  validUntil: z.string().optional(),
  /** How many units are set aside for it. */
  held: z.number(),
  note: z.string().optional(),
  /** The order that it became. */
  bookingId: id.optional(),
  createdAt: z.string(),
})
export type Quote = z.infer<typeof quote>

export const newQuote = z.object({
  productId: z.string('The product is required').toLowerCase(),
  orders: quantity,
  wantedBy: isoDate.optional(),
  purchaseOrder: purchaseOrderNumber.optional(),
  message: optionalText('The message', 2000).optional(),
})
export type NewQuote = z.infer<typeof newQuote>

export const offer = z.object({
  steps: z
    .array(z.object({ orders: quantity, price: dollars('price') }), 'Enter the offer as a list of steps')
    .min(1, 'Offer at least one quantity')
    .max(MAX_STEPS, `Offer at most ${MAX_STEPS} quantities`),
  validUntil: isoDate,
  hold: z.boolean('Say whether the units are set aside: true or false'),
  note: optionalText('The note', 2000).optional(),
})
export type Offer = z.infer<typeof offer>

export const acceptance = z.object({
  orders: quantity,
  /** The unit price that the customer saw. */
  price: dollars('price').optional(),
  phone: text('The phone number', 50),
  address: text('The address', 500),
  purchaseOrder: purchaseOrderNumber.optional(),
  billTo: billTo.optional(),
})
export type Acceptance = z.infer<typeof acceptance>

/** Selects one page of the quotes; without parameters the list is complete. */
export const quoteQuery = z
  .object({
    q: searchText.describe('part of a number, a customer, a product or an email'),
    state: z.enum(QUOTE_STATES, `The state must be one of ${QUOTE_STATES.join(', ')}`),
    ...pageQuery(),
  })
  .partial()
