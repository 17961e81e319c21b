import { z } from 'zod'
import { id } from './formats/fields.ts'
import { storedFeedback, subscription } from './people/feedback.ts'
import { profileInfo } from './people/profiles.ts'
import { rating } from './people/ratings.ts'
import { user } from './people/users.ts'
import { booking } from './sales/bookings.ts'
import { quote } from './sales/quotes.ts'

const accountState = z.object({
  email: z.string(),
  createdAt: z.string(),
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
  google: z.boolean(),
  /** As Google gave it. */
  picture: z.string().nullable(),
  sessions: z.array(
    z.object({ createdAt: z.string(), expiresAt: z.string(), browser: z.string().nullable() }),
  ),
})
export type AccountState = z.infer<typeof accountState>

/** All that the shop knows of one person. */
export const myData = z.object({
  user,
  account: accountState.nullable(),
  profile: profileInfo,
  orders: z.array(booking),
  /** Unpaid ones, which the database still has. */
  deletedOrders: z.array(booking),
  payments: z.array(
    z.object({
      bookingId: id,
      createdAt: z.string(),
      /** Of the client; empty once the shop has forgotten it. */
      address: z.string(),
      state: z.enum(['open', 'canceled', 'paid', 'unapplied']),
    }),
  ),
  /** Where orders were placed from; left out once the shop has forgotten it. */
  networks: z.array(z.object({ bookingId: id, narrow: z.string(), wide: z.string() })),
  emails: z.array(z.object({ kind: z.string(), createdAt: z.string(), sentAt: z.string().nullable() })),
  quotes: z.array(quote),
  reviews: z.array(rating),
  feedback: z.array(storedFeedback),
  subscription: subscription.nullable(),
})
export type MyData = z.infer<typeof myData>

/** Without a password for those who sign in with Google only: they must have done so within the last 10 minutes. */
export const accountDeletion = z
  .object({ password: z.string('Enter the password as text').optional() })
  .default({})
