import type { Transaction } from '../database/connect.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import * as users from './store.ts'

/** Locks the caller as an admin until the transaction ends: an admin who is removed at the same time changes nothing. */
export async function lockAsAdmin(tx: Transaction, caller: Caller) {
  const admins = await users.lockAdmins(tx)
  if (!admins.includes(caller.id)) throw refuse.forbidden('Only admins may do this')
}
