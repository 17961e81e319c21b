import * as bookings from '../bookings/store.ts'
import type { Transaction } from '../database/connect.ts'
import * as feedback from '../feedback/store.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import * as mails from '../mail/store.ts'
import { closeBooking } from '../payments/close-booking.ts'
import { orUnavailable } from '../payments/or-unavailable.ts'
import * as profiles from '../profiles/store.ts'
import * as ratings from '../ratings/store.ts'
import type { Shop } from '../shop-context.ts'
import * as users from '../users/store.ts'
import { finishDeletions } from './finish-deletions.ts'

const MAX_ROUNDS = 3

/**
 * Deletes what belongs to a person; orders stay, with their own copies of what they need. Unpaid ones are closed first, and
 * again if one was placed meanwhile. What a crash leaves of it is finished by a job.
 */
export async function deleteAccount(shop: Shop, caller: Caller) {
  await shop.db.transaction((tx) => refuseLastAdmin(tx, caller))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await closeUnpaidBookings(shop, caller)
    if (!(await shop.db.transaction((tx) => removePerson(shop, tx, caller)))) continue
    shop.cacheTags.invalidate('ratings')
    await finishDeletions(shop)
    return
  }
  throw refuse.conflict('One of your orders was just being placed. Try again.')
}

async function refuseLastAdmin(tx: Transaction, caller: Caller) {
  const admins = await users.lockAdmins(tx)
  if (admins.length === 1 && admins[0] === caller.id)
    throw refuse.conflict('You are the only admin. Make someone else an admin first.')
}

async function closeUnpaidBookings(shop: Shop, { id: userId, email }: Caller) {
  for (const id of await bookings.listUnpaidIds(shop.db, userId)) {
    await bookings.markDeleting(shop.db, id, email)
    const outcome = await orUnavailable(
      closeBooking(shop, id),
      'Your account was not deleted. Try again later.',
    )
    if (outcome === 'waiting')
      throw refuse.conflict('One of your payments is being processed. Try again in a few minutes.')
  }
}

/** False when an unpaid order is left. */
async function removePerson(shop: Shop, tx: Transaction, caller: Caller): Promise<boolean> {
  await shop.withdrawQuotes(tx, { userId: caller.id })
  await refuseLastAdmin(tx, caller)
  await users.lock(tx, caller.id)
  if ((await bookings.countUnpaid(tx, caller.id)) > 0) return false
  await shop.withdrawQuotes(tx, { userId: caller.id })
  await profiles.remove(tx, caller.id)
  await ratings.removeOf(tx, caller.id)
  await mails.removeUnsent(tx, caller)
  // What was sent from an address belongs to whoever has verified it.
  if (caller.emailVerified) {
    await feedback.removeFrom(tx, caller.email)
    await feedback.unsubscribe(tx, caller.email)
  }
  await users.anonymize(tx, caller.id)
  return true
}
