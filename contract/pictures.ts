import { z } from 'zod'

export const MAX_PICTURE_BYTES = 15_000_000
export const MAX_PICTURE_PIXELS = 50_000_000
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** The widths in which an uploaded picture is kept, as far as it is that wide. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const

/** `image` goes into the product's field of that name. */
export const uploadedPicture = z.object({
  success: z.literal(true),
  result: z.object({ image: z.string() }),
})
