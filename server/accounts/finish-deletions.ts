import * as users from '../people/users/store.ts'
import { tryEach } from '../platform/concurrency/try-each.ts'
import * as bookings from '../sales/bookings/store.ts'
import { closeBooking } from '../sales/closing/close-booking.ts'
import type { Shop } from '../shop-context.ts'

/** Of everybody who has left the shop: what `finishDeletion` did not get to, and their names on orders that came to nothing. */
export async function finishDeletions(shop: Shop) {
  const leaving = await users.listLeaving(shop.db)
  const steps = leaving.map((person) => () => finishDeletion(shop, person))
  await tryEach([...steps, () => bookings.anonymizeDeleted(shop.db)], shop)
}

/** Their open quotes and unpaid orders, then their identity account, which frees the address. */
export async function finishDeletion(shop: Shop, { id, subject, email }: users.Leaving) {
  await shop.db.transaction((tx) => shop.withdrawQuotes(tx, { userId: id }))
  for (const bookingId of await bookings.listUnpaidIds(shop.db, id)) {
    await bookings.markDeleting(shop.db, bookingId, email)
    await closeBooking(shop, bookingId).catch((err) => {
      shop.log.warn({ err, bookingId }, 'the order of a deleted account is not closed yet; a job will retry')
    })
  }
  await shop.identity.deleteAccount(subject)
  await users.markLeft(shop.db, id)
}
