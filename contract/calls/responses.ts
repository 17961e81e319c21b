import { z } from 'zod'

const fieldError = z.object({ field: z.string(), error: z.string() })
export type FieldError = z.infer<typeof fieldError>

/** The body of every error response. */
export const refusal = z.object({
  success: z.literal(false),
  error: z.string(),
  /** The field that the error is about, if there is one. */
  field: z.string().optional(),
  /** All fields that are wrong, where there are several; the error of a list's entry is the list's. */
  errors: z.array(fieldError).optional(),
  requestId: z.string().optional(),
})
export type RefusalBody = z.infer<typeof refusal>

export const successMessage = z.object({ success: z.literal(true), message: z.string() })

/** Files; the browser gets them as Blobs. */
export const pdf = z.custom<Blob>()
export const csv = z.custom<Blob>()
