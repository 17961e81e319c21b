import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { asAdmin } from './as-admin.ts'
import * as users from './store.ts'

/** Removes a user. Orders and reviews have their own copies of what they need. */
export async function removeUser(shop: Shop, caller: Caller, id: string) {
  // Ids are accepted in upper case, too.
  if (id.toLowerCase() === caller.id) throw refuse.conflict('You cannot remove yourself')
  await asAdmin(shop, caller, async (tx) => {
    if (!(await users.remove(tx, id, caller.email))) throw refuse.notFound('No such user')
  })
}
