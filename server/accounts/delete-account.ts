import * as feedback from '../people/feedback/store.ts'
import * as profiles from '../people/profiles/store.ts'
import * as ratings from '../people/ratings/store.ts'
import * as users from '../people/users/store.ts'
import type { Transaction } from '../platform/database/connect.ts'
import type { Caller } from '../platform/endpoints/authenticate.ts'
import * as mails from '../platform/outbox/store.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import * as bookings from '../sales/bookings/store.ts'
import { refuseIfProviderDown } from '../sales/card-provider/refuse-if-provider-down.ts'
import * as payments from '../sales/payment-attempts/store.ts'
import { cancelAttempt } from '../sales/payments/cancel-attempt.ts'
import type { Shop } from '../shop-context.ts'
import { finishDeletion } from './finish-deletions.ts'

/**
 * Deletes what belongs to a person; paid orders stay, with their own copies of what they need. Either all of it goes or, when
 * this is refused, nothing; what a crash leaves of it is finished by a job.
 */
export async function deleteAccount(shop: Shop, caller: Caller) {
  await shop.db.transaction((tx) => refuseLastAdmin(tx, caller))
  await cancelPayments(shop, caller)
  const leaving = await shop.db.transaction((tx) => removePerson(tx, caller))
  shop.cacheTags.invalidate('ratings')
  await finishDeletion(shop, leaving)
  await bookings.anonymizeDeleted(shop.db)
}

async function refuseLastAdmin(tx: Transaction, caller: Caller) {
  const admins = await users.lockAdmins(tx)
  if (admins.length === 1 && admins[0] === caller.id)
    throw refuse.conflict('You are the only admin. Make someone else an admin first.')
}

/** Nothing is deleted yet: while the provider cannot say what becomes of a payment, the account stays. */
async function cancelPayments(shop: Shop, { id: userId }: Caller) {
  for (const id of await bookings.listUnpaidIds(shop.db, userId))
    for (const attempt of await payments.findOpen(shop.db, id)) {
      const canceled = await refuseIfProviderDown(
        cancelAttempt(shop, attempt),
        'Your account was not deleted. Try again later.',
      )
      if (!canceled)
        throw refuse.conflict('One of your payments is being processed. Try again in a few minutes.')
    }
}

/** Whatever the person is just writing is either committed before this or finds the account gone. */
async function removePerson(tx: Transaction, caller: Caller): Promise<users.Leaving> {
  await refuseLastAdmin(tx, caller)
  if (!(await users.lock(tx, caller.id))) throw refuse.forbidden('This account was removed')
  await profiles.remove(tx, caller.id)
  await ratings.removeOf(tx, caller.id)
  await mails.removeUnsent(tx, caller)
  // What was sent from an address belongs to whoever has verified it.
  if (caller.emailVerified) {
    await feedback.removeFrom(tx, caller.email)
    await feedback.unsubscribe(tx, caller.email)
  }
  return users.anonymize(tx, caller.id)
}
