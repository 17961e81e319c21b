import { z } from 'zod'
import type { ApiRoute } from './api-routes.ts'
import { email, id } from './fields.ts'

/** What a call takes and answers, for its line in `apiRoutes`. */
export type CallDescription = {
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
}
export type Endpoint = ApiRoute & CallDescription

export const byId = z.object({ id })
export const byEmail = z.object({ email })
