import { z } from 'zod'
import { email, text } from './fields.ts'

export const newFeedback = z.object({
  name: text('The name', 200),
  email: text('The e-mail', 254),
  feedback: text('The feedback', 5_000),
})
export type NewFeedback = z.infer<typeof newFeedback>

export const newSubscription = z.object({ email })
export type NewSubscription = z.infer<typeof newSubscription>
