import { z } from 'zod'
import { email, id, text } from '../formats/fields.ts'
import { pageQuery } from '../formats/list-query.ts'

export const newFeedback = z.object({
  name: text('The name', 200),
  email: text('The email', 254),
  feedback: text('The feedback', 5_000),
})
export type NewFeedback = z.infer<typeof newFeedback>

export const newSubscription = z.object({ email })
export type NewSubscription = z.infer<typeof newSubscription>

export const storedFeedback = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  feedback: z.string(),
  createdAt: z.string(),
})
export type StoredFeedback = z.infer<typeof storedFeedback>

export const subscription = z.object({ email: z.string(), createdAt: z.string() })
export type Subscription = z.infer<typeof subscription>

/** Selects one page; without parameters the list is complete. */
export const inboxQuery = z.object(pageQuery()).partial()
