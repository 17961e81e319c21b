import type { Transaction } from '../database/connect.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import * as users from './store.ts'

/** Runs a change while the caller is locked as an admin: an admin who is removed at the same time changes nothing. */
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
