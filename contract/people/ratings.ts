import { z } from 'zod'
import { id, imageAddress, text } from '../formats/fields.ts'
import { HEARTS } from './rating-hearts.ts'

export const HOME_RATINGS = 6
export const RATINGS_PER_PAGE = 24

export const rating = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  description: z.string(),
  rating: z.enum(HEARTS),
  /** Of a picture that pages only link to, until an admin shows it. */
  pictureHidden: z.literal(true).optional(),
})
export type Rating = z.infer<typeof rating>

export const newRating = z.object({
  description: text('The review', 2_000),
  image: z.union([z.literal(''), imageAddress]).default(''),
  rating: z.enum(HEARTS, 'Choose one to five hearts'),
})
export type NewRating = z.infer<typeof newRating>

export const pictureChoice = z.object({ shown: z.boolean('Say whether the picture is shown: true or false') })
