import { eq } from 'drizzle-orm'
import { users } from '#server/platform/database/schema.ts'
import type { Person, TestShop } from './shop.ts'

/** As if the person had followed the link in the mail. */
export async function confirmAddress({ shop }: TestShop, { email }: Person) {
  await shop.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, email))
}
