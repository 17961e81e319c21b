import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { lockAsAdmin } from './lock-as-admin.ts'
import * as users from './store.ts'

/** Removes a user, and withdraws what is offered to them. Orders and reviews have their own copies of what they need. */
export async function removeUser(shop: Shop, caller: Caller, id: string) {
  // Ids are accepted in upper case, too.
  if (id.toLowerCase() === caller.id) throw refuse.conflict('You cannot remove yourself')
  await shop.db.transaction(async (tx) => {
    await shop.withdrawQuotes(tx, { userId: id })
    await lockAsAdmin(tx, caller)
    if (!(await users.remove(tx, id, caller.email))) throw refuse.notFound('No such user')
    await shop.withdrawQuotes(tx, { userId: id })
  })
}
