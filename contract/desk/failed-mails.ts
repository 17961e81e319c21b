import { z } from 'zod'
import { id } from '../formats/fields.ts'

/** A mail that was given up. */
export const failedMail = z.object({
  _id: id,
  subject: z.string(),
  email: z.string(),
  error: z.string(),
  failedAt: z.string(),
})
export type FailedMail = z.infer<typeof failedMail>
