import { z } from 'zod'
import { email, id } from '../formats/fields.ts'
import type { ApiRoute } from './api-routes.ts'

export const REFUSAL_STATUSES = [400, 401, 403, 404, 409, 413, 415, 429] as const
export type RefusalStatus = (typeof REFUSAL_STATUSES)[number]

/** What a call takes and answers, for its line in `apiRoutes`. */
export type CallDescription = {
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** Statuses of refusals that do not follow from the other fields (see `refusalStatuses`). */
  refusals?: readonly RefusalStatus[]
  /** Accepts an Idempotency-Key: a request that is sent again with the same key takes effect only once. */
  idempotent?: true
} & (
  | {
      params: z.ZodObject
      /** What the path names, for the sentence that there is none. */
      noun: string
    }
  | { params?: undefined; noun?: undefined }
)
export type Endpoint = ApiRoute & CallDescription

export const byId = z.object({ id })
export const byEmail = z.object({ email })
