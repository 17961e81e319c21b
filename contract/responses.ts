import { z } from 'zod'

/** What every refusal looks like, whatever the call. */
export const refusal = z.object({
  success: z.literal(false),
  error: z.string(),
  /** The body's field that the sentence is about, where there is one. */
  field: z.string().optional(),
  requestId: z.string().optional(),
})
export type RefusalBody = z.infer<typeof refusal>

export const successMessage = z.object({ success: z.literal(true), message: z.string() })
