import type { Transaction } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import * as users from './store.ts'

/**
 * Locks all admins, the caller among them, until the transaction ends: an admin who is removed at the same time changes nothing.
 * Answers their ids.
 */
export async function lockAsAdmin(tx: Transaction, caller: Caller): Promise<string[]> {
  const admins = await users.lockAdmins(tx)
  if (!admins.includes(caller.id)) throw refuse.forbidden('Only admins may do this')
  return admins
}
