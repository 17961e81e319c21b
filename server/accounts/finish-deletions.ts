import * as bookings from '../bookings/store.ts'
import type { Shop } from '../shop-context.ts'
import * as users from '../users/store.ts'

/** Of those who have left the shop: their names on orders that came to nothing, and their identity accounts, which frees their addresses. */
export async function finishDeletions({ db, identity }: Pick<Shop, 'db' | 'identity'>) {
  await bookings.anonymizeDeleted(db)
  for (const { id, subject } of await users.listLeaving(db)) {
    await identity.deleteAccount(subject)
    await users.markLeft(db, id)
  }
}
