import { z } from 'zod'
import type { ApiRoute } from './api-routes.ts'
import { email, id } from './fields.ts'

export const REFUSAL_STATUSES = [400, 401, 403, 404, 409, 413, 415, 429] as const
export type RefusalStatus = (typeof REFUSAL_STATUSES)[number]

/** What a call takes and answers, for its line in `apiRoutes`. */
export type CallDescription = {
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** What it refuses with besides what follows from the rest of its description (`refusalStatuses`). */
  refusals?: readonly RefusalStatus[]
  /** Takes an Idempotency-Key: repeated with it, the request takes effect once. */
  idempotent?: true
}
export type Endpoint = ApiRoute & CallDescription

export const byId = z.object({ id })
export const byEmail = z.object({ email })
