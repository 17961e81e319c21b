import { z } from 'zod'

/** `image` goes into the product's field of that name. */
export const uploadedPicture = z.object({
  success: z.literal(true),
  result: z.object({ image: z.string() }),
})
