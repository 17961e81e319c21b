import type { MyData } from '#contract/accounts.ts'
import * as feedback from '../people/feedback/store.ts'
import * as profiles from '../people/profiles/store.ts'
import * as ratings from '../people/ratings/store.ts'
import * as users from '../people/users/store.ts'
import type { Caller } from '../platform/endpoints/authenticate.ts'
import * as mails from '../platform/outbox/store.ts'
import * as bookings from '../sales/bookings/store.ts'
import * as holds from '../sales/holds/hold-store.ts'
import * as payments from '../sales/payment-attempts/store.ts'
import * as quotes from '../sales/quotes/store.ts'
import type { Shop } from '../shop-context.ts'

/** Feedback and subscriptions belong to an address: only whoever has verified it is shown them. */
export async function readOwnData({ db, identity }: Shop, caller: Caller): Promise<MyData> {
  const { id, email, name, role, emailVerified } = caller
  const known = await identity.describeAccount(await users.subjectOf(db, id))
  const [info, orders, deletedOrders, attempts, networks, emails, asked, reviews, sent, subscription] =
    await Promise.all([
      profiles.find(db, id),
      bookings.listOwn(db, id),
      bookings.listDeleted(db, id),
      payments.listOwn(db, id),
      holds.listNetworks(db, id),
      known ? mails.listSentTo(db, { userId: id, email, since: known.createdAt }) : [],
      quotes.listOwn(db, id),
      ratings.listOf(db, id),
      emailVerified ? feedback.receivedFrom(db, email) : [],
      emailVerified ? feedback.subscriptionOf(db, email) : null,
    ])
  return {
    user: { _id: id, email, name, role },
    account: known,
    profile: { ...info, email },
    orders,
    deletedOrders,
    payments: attempts,
    networks,
    emails,
    quotes: asked,
    reviews,
    feedback: sent,
    subscription,
  }
}
