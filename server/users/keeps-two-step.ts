import type { Shop } from '../shop-context.ts'
import * as users from './store.ts'

/** The owner has appointed an admin: their two-step sign-in is their own, even if they never verified their address. */
export async function keepsTwoStep({ db }: Pick<Shop, 'db'>, subject: string): Promise<boolean> {
  return (await users.findBySubject(db, subject))?.role === 'admin'
}
