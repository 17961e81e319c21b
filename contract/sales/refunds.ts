import { z } from 'zod'
import { id } from '../formats/fields.ts'

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
