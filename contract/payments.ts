import { z } from 'zod'
import { id } from './fields.ts'

export const paymentRequest = z.object({
  price: z.number('The price is required'),
  bookingId: z.string('Enter the ID of the order').optional(),
})

export const paymentSecret = z.object({ clientSecret: z.string() })

export const paymentConfirmation = z.object({
  payment: z.unknown(),
  transictionId: z.string('The transaction ID is required').max(255, 'No such transaction'),
})

/** A refund of an order, or of a payment that bought nothing. */
export const refund = z.object({
  _id: id,
  bookingId: id,
  product: z.string(),
  email: z.string(),
  amount: z.number(),
  transictionId: z.string(),
  state: z.enum(['refund_due', 'refunded', 'refund_failed']),
  reason: z.string(),
  error: z.string().optional(),
})
export type Refund = z.infer<typeof refund>
