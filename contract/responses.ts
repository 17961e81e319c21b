import { z } from 'zod'

/** The body of every error response. */
export const refusal = z.object({
  success: z.literal(false),
  error: z.string(),
  /** The field that the error is about, if there is one. */
  field: z.string().optional(),
  requestId: z.string().optional(),
})
export type RefusalBody = z.infer<typeof refusal>

export const successMessage = z.object({ success: z.literal(true), message: z.string() })

/** A file; the browser gets it as a Blob. */
export const pdf = z.custom<Blob>()
