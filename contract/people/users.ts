import { z } from 'zod'
import { id } from '../formats/fields.ts'
import { pageQuery, searchText } from '../formats/list-query.ts'

export const user = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'customer']),
})
export type User = z.infer<typeof user>

/** As admins see them. */
export const listedUser = user.extend({ emailVerified: z.boolean() })
export type ListedUser = z.infer<typeof listedUser>

/** Selects one page of the users; without parameters the list is complete. */
export const userQuery = z
  .object({ q: searchText.describe('part of a name or an email'), ...pageQuery() })
  .partial()
