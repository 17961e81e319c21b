import { z } from 'zod'
import { id } from './fields.ts'

export const user = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'customer']),
})
export type User = z.infer<typeof user>
