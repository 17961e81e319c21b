import { clientNetworks } from '#networks/client-network.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import { type CountedKind, countToday, type DailyCount } from '../../platform/database/daily-counts.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as users from './store.ts'

type Scope = DailyCount['scope']
/** Kinds that are refused beyond their limit. Beyond that of bank orders there are only fewer mails. */
type LimitedKind = Exclude<CountedKind, 'bank-order'>

/** How much is accepted a day from one network, from a wide one, and from all together. */
export const DAILY_LIMITS: Record<LimitedKind, Record<Scope, number>> = {
  review: { narrow: 20, wide: 60, shop: 200 },
  quote: { narrow: 20, wide: 60, shop: 200 },
  feedback: { narrow: 50, wide: 150, shop: 1_000 },
  subscription: { narrow: 50, wide: 150, shop: 1_000 },
}

/** How many mails a day one network can cause to the owner, so that the messages of others are not lost among them. */
const MAILED = { narrow: 10, wide: 20 }

const PLURALS: Record<LimitedKind, string> = {
  review: 'reviews',
  quote: 'requests for quotes',
  feedback: 'messages',
  subscription: 'subscriptions',
}

/** Customers whom limits of a network do not concern: they have confirmed their email, or paid for an order. */
export const isProven = async (tx: Transaction, { id, role, emailVerified }: Caller) =>
  role === 'admin' || emailVerified || (await users.hasPaid(tx, id))

/** What customers can do to be proven. */
export const howToProve = ({ config }: Pick<Shop, 'config'>) =>
  config.mail.off ? 'Pay for an order' : 'Confirm your email'

const areMailed = (counts: DailyCount[]) =>
  counts.every(({ scope, count }) => scope === 'shop' || count <= MAILED[scope])

/** Counts what is never refused. False when its network has sent so much that no more mails tell of it. */
export const isMailedToday = async (
  shop: Pick<Shop, 'config'>,
  tx: Transaction,
  kind: CountedKind,
  address: string,
) => !shop.config.rateLimit || areMailed(await countToday(tx, kind, clientNetworks(address)))

/** Counts what is being added in this transaction, or refuses it. False when its network has sent so much that no more mails tell of it. */
export async function limitDaily(
  shop: Pick<Shop, 'config'>,
  tx: Transaction,
  kind: LimitedKind,
  address: string,
): Promise<boolean> {
  if (!shop.config.rateLimit) return true
  const counts = await countToday(tx, kind, clientNetworks(address))
  const limits = DAILY_LIMITS[kind]
  const exceeded = counts.find(({ scope, count }) => count > limits[scope])
  if (!exceeded) return areMailed(counts)
  const from = exceeded.scope === 'shop' ? '' : ' from your network'
  const proving =
    kind === 'review' || kind === 'quote' ? `${howToProve(shop)} to send yours now, or try` : 'Try'
  throw refuse.tooMany(
    `The shop has received many ${PLURALS[kind]}${from} today. ${proving} again tomorrow.`,
    exceeded.seconds,
  )
}
