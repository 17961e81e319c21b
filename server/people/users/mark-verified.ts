import * as mails from '../../platform/outbox/store.ts'
import { sendMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as users from './store.ts'

/** Records, once, that a person's email is theirs, and sends the mails that waited for it. */
export async function markVerified(
  shop: Pick<Shop, 'db' | 'jobs'>,
  person: { subject: string; email: string },
) {
  const released = await shop.db.transaction(async (tx) => {
    const id = await users.markVerified(tx, person)
    return id ? mails.release(tx, id) : []
  })
  sendMails(shop, released)
}

/** Forgets it, where it was proved to the demo only: what is yet to be sent waits again. */
export async function unmarkVerified({ db }: Pick<Shop, 'db'>, subjects: string[]) {
  await db.transaction(async (tx) => mails.holdBack(tx, await users.unverify(tx, subjects)))
}
