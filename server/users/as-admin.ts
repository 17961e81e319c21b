import type { Transaction } from '../database/connect.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refusal.ts'
import type { Shop } from '../shop.ts'
import * as users from './store.ts'

/** Changes users by somebody who is an admin until the change is done: one who is removed meanwhile changes nothing. */
export function asAdmin<T>(
  { db }: Shop,
  caller: Caller,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const admins = await users.lockAdmins(tx)
    if (!admins.includes(caller.id)) throw refuse.forbidden('Only admins may do this')
    return change(tx)
  })
}
