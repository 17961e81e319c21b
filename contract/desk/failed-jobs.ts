import { z } from 'zod'
import { id } from '../formats/fields.ts'

/** Something that the shop does by itself and has given up after many tries. */
export const failedJob = z.object({
  id,
  queue: z.string(),
  /** Of the order, the payment or the mail. */
  key: z.string(),
  what: z.string(),
  error: z.string(),
  failedAt: z.string(),
})
export type FailedJob = z.infer<typeof failedJob>
