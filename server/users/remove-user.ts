import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refusal.ts'
import type { Shop } from '../shop.ts'
import * as users from './store.ts'

/** Takes a person out of the shop. Orders and reviews keep their own copies of what they need. */
export async function removeUser(shop: Shop, caller: Caller, id: string) {
  // An id may be written in capitals.
  if (id.toLowerCase() === caller.id) throw refuse.conflict('You cannot remove yourself')
  await shop.db.transaction(async (tx) => {
    const admins = await users.lockAdmins(tx)
    if (!admins.includes(caller.id)) throw refuse.forbidden('Only admins may do this')
    if (!(await users.remove(tx, id, caller.email))) throw refuse.notFound('No such user')
  })
}
