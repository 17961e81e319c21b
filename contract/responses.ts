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

/** Files; the browser gets them as Blobs. */
export const pdf = z.custom<Blob>()
export const csv = z.custom<Blob>()
