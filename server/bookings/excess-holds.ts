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
  const held = new Set(scope.filter((hold) => !released.has(hold)))
  let total = sum(held, partOf)
  while (total > Math.max(1, limit)) {
    let widest: Iterable<Hold> = held
    for (const holder of holders) widest = widestOf(widest, holder, partOf)
    const [oldest] = widest
    if (!oldest) return
    held.delete(oldest)
    released.add(oldest)
    total -= partOf(oldest)
  }
}

/** The part of a product's stock that a hold takes, as if nobody else held any. */
function partsOf(scope: Hold[]) {
  const stock = new Map<string, number>()
  for (const { productId, orders, available } of scope)
    stock.set(productId, (stock.get(productId) ?? available) + orders)
  return ({ productId, orders }: Hold) => orders / (stock.get(productId) ?? orders)
}

/** Of two that hold as much, whoever has held for longer. */
function widestOf(holds: Iterable<Hold>, holder: KeyOf, partOf: (hold: Hold) => number): Hold[] {
  let widest: { parts: number; holds: Hold[] } = { parts: 0, holds: [] }
  for (const group of groupsOf(holds, holder).values()) {
    const parts = sum(group, partOf)
    if (parts > widest.parts) widest = { parts, holds: group }
  }
  return widest.holds
}

function groupsOf(holds: Iterable<Hold>, keyOf: KeyOf): Map<string, Hold[]> {
  const groups = new Map<string, Hold[]>()
  for (const hold of holds) {
    const key = keyOf(hold)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(hold)
    else groups.set(key, [hold])
  }
  return groups
}

function sum(holds: Iterable<Hold>, partOf: (hold: Hold) => number): number {
  let total = 0
  for (const hold of holds) total += partOf(hold)
  return total
}
