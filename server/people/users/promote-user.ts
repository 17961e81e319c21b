import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { lockAsAdmin } from './lock-as-admin.ts'
import * as users from './store.ts'

/** How many were promoted: 0 when the user was an admin already. */
export function promoteUser(shop: Shop, caller: Caller, email: string): Promise<number> {
  return withMails(shop, async (tx, mails) => {
    await lockAsAdmin(tx, caller)
    const user = await users.findByEmail(tx, email)
    if (!user) throw refuse.notFound('No such user')
    if (user.role === 'admin') return 0
    const who = { userId: user._id, by: caller.id }
    // Before it is done: only those who were admins already are told.
    await mails.toAdmins('admin-appointed', who)
    mails.afterCommit(() => shop.log.info(who, 'a user was made an admin'))
    return users.promote(tx, email)
  })
}
