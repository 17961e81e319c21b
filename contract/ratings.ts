import { z } from 'zod'
import { id, imageAddress, text } from './fields.ts'

export const HOME_RATINGS = 6

/** From five full hearts down to one. */
export const HEARTS = ['♥♥♥♥♥', '♥♥♥♥♡', '♥♥♥♡♡', '♥♥♡♡♡', '♥♡♡♡♡'] as const
export type Hearts = (typeof HEARTS)[number]

export const heartsOf = (count: 1 | 2 | 3 | 4 | 5): Hearts => HEARTS[5 - count] as Hearts
export const countHearts = (hearts: Hearts) => 5 - HEARTS.indexOf(hearts)

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
