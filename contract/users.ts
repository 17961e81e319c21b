import { z } from 'zod'
import { id } from './fields.ts'
import { pageQuery, searchText } from './list-query.ts'

export const user = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'customer']),
})
export type User = z.infer<typeof user>

/** Selects one page of the users; without parameters the list is complete. */
export const userQuery = z
  .object({ q: searchText.describe('part of a name or an email'), ...pageQuery() })
  .partial()
