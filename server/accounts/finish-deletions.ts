import * as bookings from '../bookings/store.ts'
import type { Shop } from '../shop-context.ts'
import * as users from '../users/store.ts'

/** Of those who have left the shop: their identity accounts, which frees their addresses, then their names on orders that came to nothing. */
export async function finishDeletions({ db, identity }: Pick<Shop, 'db' | 'identity'>) {
  try {
    for (const { id, subject } of await users.listLeaving(db)) {
      await identity.deleteAccount(subject)
      await users.markLeft(db, id)
    }
  } finally {
    await bookings.anonymizeDeleted(db)
  }
}
