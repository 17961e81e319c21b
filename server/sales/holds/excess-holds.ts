import type { Hold } from './excess-store.ts'

/** A customer's unpaid orders are covered up to so many times what they have paid; whatever is beyond that counts as never paid. */
export const PAYMENT_COVERS = 10

/** The share of the products on sale (never less than one product) that may be held without a payment, and by whom together. */
const SHARES = { customer: 0.1, network: 0.15, wideNetwork: 0.2, everybody: 0.4 }

/** The part of each share that customers with an unconfirmed address may hold. */
const UNCONFIRMED = 0.5

type KeyOf = (hold: Hold) => string | null
type Scope = { share: number; whose: KeyOf; holders: KeyOf[] }

const customer: KeyOf = ({ userId }) => userId
const network: KeyOf = (hold) => hold.network
const wideNetwork: KeyOf = (hold) => hold.wideNetwork
const everybody: KeyOf = (hold) => hold.wideNetwork && 'everybody'

/** The groups in which the widest holder is looked for, largest group first. */
const SCOPES: Scope[] = [
  { share: SHARES.customer, whose: customer, holders: [] },
  { share: SHARES.network, whose: network, holders: [customer] },
  { share: SHARES.wideNetwork, whose: wideNetwork, holders: [customer] },
  { share: SHARES.everybody, whose: everybody, holders: [wideNetwork, customer] },
]

/** Below this share no limit can be exceeded. */
export const SMALLEST_SHARE_OF_ALL = SHARES.everybody * UNCONFIRMED

/**
 * What is to be released of these holds, which begin with the one that ends first. Each product counts by the part of its stock
 * that is held, and where too much is held, the widest holder's oldest hold goes first.
 */
export function findExcess(holds: Hold[], productsOnSale: number): Hold[] {
  const uncovered = withoutCovered(holds)
  const released = new Set(holds.filter(({ closing }) => closing))
  for (const { share, whose, holders } of SCOPES)
    for (const scope of groupsOf(uncovered, whose).values()) {
      const unconfirmed = scope.filter(({ confirmed }) => !confirmed)
      release(unconfirmed, released, share * UNCONFIRMED * productsOnSale, holders)
      release(scope, released, share * productsOnSale, holders)
    }
  return [...released].filter(({ closing }) => !closing)
}

/** Covered are a customer's newest orders, up to the first that the payments no longer suffice for. */
function withoutCovered(holds: Hold[]): Hold[] {
  const covered = new Set<Hold>()
  for (const own of groupsOf(holds, customer).values()) {
    let cents = 0
    for (const hold of own.toReversed()) {
      if (hold.closing) continue
      cents += hold.priceCents
      if (cents > PAYMENT_COVERS * hold.paidCents) break
      covered.add(hold)
    }
  }
  return holds.filter((hold) => !covered.has(hold))
}

/** Releases holds until the rest is within the limit, which always leaves one whole product. */
function release(scope: Hold[], released: Set<Hold>, limit: number, holders: KeyOf[]) {
  const partOf = partsOf(scope)
  const held = scope.filter((hold) => !released.has(hold))
  const everything = toHolder(
    held.map((hold, place) => ({ hold, place, part: partOf(hold) })),
    holders,
  )
  while (everything.parts > Math.max(1, limit)) {
    const oldest = takeOldest(everything)
    if (!oldest) return
    released.add(oldest)
  }
}

/** The part of a product's stock that a hold takes, as if nobody else held any. */
function partsOf(scope: Hold[]) {
  const stock = new Map<string, number>()
  for (const { productId, orders, available } of scope)
    stock.set(productId, (stock.get(productId) ?? available) + orders)
  return ({ productId, orders }: Hold) => orders / (stock.get(productId) ?? orders)
}

type Part = { hold: Hold; place: number; part: number }
/** Who holds parts, and who of them within: a network, its customers. */
type Holder = { parts: number; first: number; held: Part[]; within: Holder[] }

function toHolder(held: Part[], [keyOf, ...narrower]: KeyOf[]): Holder {
  const within = keyOf
    ? [...groupsOf(held, ({ hold }) => keyOf(hold)).values()].map((group) => toHolder(group, narrower))
    : []
  return measure({ parts: 0, first: 0, held: keyOf ? [] : held, within })
}

/** Only who has just lost a hold is measured again: there may be thousands of others. */
function measure(holder: Holder): Holder {
  holder.parts = sum(holder.held, ({ part }) => part) + sum(holder.within, ({ parts }) => parts)
  holder.first = Math.min(
    holder.held[0]?.place ?? Number.POSITIVE_INFINITY,
    holder.within.reduce((first, one) => Math.min(first, one.first), Number.POSITIVE_INFINITY),
  )
  return holder
}

/** The oldest hold of the widest; of two that hold as much, of whoever has held for longer. */
function takeOldest(holder: Holder): Hold | undefined {
  let widest: Holder | undefined
  for (const one of holder.within)
    if (!widest || one.parts > widest.parts || (one.parts === widest.parts && one.first < widest.first))
      widest = one
  const oldest = widest ? takeOldest(widest) : holder.held.shift()?.hold
  measure(holder)
  return oldest
}

function groupsOf<Item>(items: Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function sum<Item>(items: Item[], numberOf: (item: Item) => number): number {
  let total = 0
  for (const item of items) total += numberOf(item)
  return total
}
