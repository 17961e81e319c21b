import { z } from 'zod'
import { id, text, wholeNumber } from './fields.ts'

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
  /** Whether its units are set aside; an unpaid order whose hold has lapsed holds them again when it is paid. */
  held: z.boolean(),
  createdAt: z.string(),
})
export type Booking = z.infer<typeof booking>

export const newBooking = z.object({
  orderId: z.string('The product is required'),
  orders: wholeNumber('The quantity'),
  phone: text('The phone number', 50),
  address: text('The address', 500),
})
export type NewBooking = z.infer<typeof newBooking>
