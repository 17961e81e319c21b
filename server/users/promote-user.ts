import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { lockAsAdmin } from './lock-as-admin.ts'
import * as users from './store.ts'

/** How many were promoted: 0 when the user was an admin already. */
export function promoteUser(shop: Shop, caller: Caller, email: string): Promise<number> {
  return shop.db.transaction(async (tx) => {
    await lockAsAdmin(tx, caller)
    if (!(await users.findByEmail(tx, email))) throw refuse.notFound('No such user')
    return users.promote(tx, email)
  })
}
