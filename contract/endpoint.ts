import { z } from 'zod'
import type { ApiRoute } from './api-routes.ts'
import { email, id } from './fields.ts'

export type Endpoint = ApiRoute & {
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
}

export const endpoint = <const E extends Endpoint>(definition: E) => definition

export const byId = z.object({ id })
export const byEmail = z.object({ email })
