import { z } from 'zod'
import { id, imageAddress, text } from './fields.ts'
import { HEARTS } from './rating-hearts.ts'

export const HOME_RATINGS = 6
export const RATINGS_PER_PAGE = 24

export const rating = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  description: z.string(),
  rating: z.enum(HEARTS),
})
export type Rating = z.infer<typeof rating>

export const newRating = z.object({
  description: text('The review', 2_000),
  image: z.union([z.literal(''), imageAddress]).default(''),
  rating: z.enum(HEARTS, 'Choose one to five hearts'),
})
export type NewRating = z.infer<typeof newRating>
