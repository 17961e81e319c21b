import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { lockAsAdmin } from './lock-as-admin.ts'
import * as users from './store.ts'

/** Removes a user, and withdraws what is offered to them. Orders and reviews have their own copies of what they need. */
export async function removeUser(shop: Shop, caller: Caller, givenId: string) {
  // Ids are accepted in upper case, too.
  const id = givenId.toLowerCase()
  if (id === caller.id) throw refuse.conflict('You cannot remove yourself')
  await withMails(shop, async (tx, mails) => {
    await shop.withdrawQuotes(tx, { userId: id })
    const admins = await lockAsAdmin(tx, caller)
    if (admins.includes(id)) {
      const who = { userId: id, by: caller.id }
      // Before it is done: the one who is removed is told, too.
      await mails.toAdmins('admin-removed', who)
      mails.afterCommit(() => shop.log.info(who, 'an admin was removed'))
    }
    if (!(await users.remove(tx, id, caller.email))) throw refuse.notFound('No such user')
    await shop.withdrawQuotes(tx, { userId: id })
  })
}
