import { z } from 'zod'
import { BOOKING_STATES } from './booking-search.ts'
import { id, text, wholeNumber } from './fields.ts'
import { pageQuery, searchText } from './list-query.ts'
import { MINIMUM_ORDER } from './order-quantity.ts'
import { MAX_QUANTITY } from './products.ts'

/** When and with which carrier a paid order was shipped, and its tracking number. */
export const shipment = z.object({
  carrier: text('The carrier', 100),
  number: text('The tracking number', 100),
  sentOn: z.iso.date('Give the date as year-month-day, such as 2026-11-15'),
})
export type Shipment = z.infer<typeof shipment>

export const booking = z.object({
  _id: id,
  orderId: id,
  product: z.string(),
  orders: z.number(),
  email: z.string(),
  name: z.string(),
  price: z.number(),
  phone: z.string(),
  address: z.string(),
  paid: z.boolean(),
  transictionId: z.string().optional(),
  /** Whether its units are reserved; an unpaid order whose hold has lapsed reserves them again when it is paid. */
  held: z.boolean(),
  createdAt: z.string(),
  /** Present once the order has shipped. */
  shipment: shipment.optional(),
})
export type Booking = z.infer<typeof booking>

/** The specification's names: `orderId` is the id of the product, `orders` the number of units. */
export const newBooking = z.object({
  orderId: z.string('The product is required'),
  orders: wholeNumber('The quantity').meta({
    description: 'at least the minimum of the product, and less than its quantity',
    minimum: MINIMUM_ORDER,
    maximum: MAX_QUANTITY,
  }),
  phone: text('The phone number', 50),
  address: text('The address', 500),
})
export type NewBooking = z.infer<typeof newBooking>

/** Selects one page of the orders; without parameters the list is complete. */
export const bookingQuery = z
  .object({
    q: searchText.describe('part of a customer, a product or an email, or the beginning of an id'),
    state: z.enum(BOOKING_STATES, `The state must be one of ${BOOKING_STATES.join(', ')}`),
    ...pageQuery(),
  })
  .partial()
