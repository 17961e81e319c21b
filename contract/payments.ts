import { z } from 'zod'
import { id } from './fields.ts'

export const paymentRequest = z.object({
  price: z.number('The price is required'),
  bookingId: id.optional(),
})

export const paymentSecret = z.object({ clientSecret: z.string() })

export const paymentReport = z.object({
  payment: z.unknown(),
  transictionId: z.string('The transaction id is required').max(255, 'No such transaction'),
})
