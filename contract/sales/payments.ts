import { z } from 'zod'

export const paymentRequest = z.object({
  price: z.number('The price is required'),
  bookingId: z.string('Enter the ID of the order').optional(),
})

export const paymentSecret = z.object({ clientSecret: z.string() })

export const paymentConfirmation = z.object({
  payment: z.unknown(),
  transictionId: z.string('The transaction ID is required').max(255, 'No such transaction'),
})
