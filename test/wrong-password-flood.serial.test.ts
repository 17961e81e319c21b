import { setInterval } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openShopForFile, type Person } from './shop.ts'

const SECONDS = 5
const ATTACKER = '198.51.100.66'
const HOME = '203.0.113.1'

type Measured = { status: number; tookMs: number }

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
const owner = await shop.signUp()
const customers = await Promise.all(Array.from({ length: 5 }, () => shop.signUp()))

test('wrong passwords at fifty a second hold up neither the account’s owner, nor other customers, nor the catalogue', async () => {
  const before = await visit()
  const [flood, during] = await Promise.all([
    atPace(50, () => signIn(ATTACKER, owner.email, 'not the password')),
    visit(),
  ])

  console.log('wrong passwords, by answer:', counted(flood))
  console.table({
    'wrong passwords': figures(flood),
    'owner, before': figures(before.owner),
    'owner, during': figures(during.owner),
    'customers, before': figures(before.customers),
    'customers, during': figures(during.customers),
    'catalogue, before': figures(before.catalogue),
    'catalogue, during': figures(during.catalogue),
  })

  expect(flood).toHaveLength(50 * SECONDS)
  expect(Object.keys(counted(flood)).filter((status) => !['401', '429', '503'].includes(status))).toEqual([])
  expect(counted(flood)['401'] ?? 0).toBeLessThanOrEqual(10)
  expect(counted(during.owner)).toEqual({ 200: 2 * SECONDS })
  expect(counted(during.customers)).toEqual({ 200: 2 * SECONDS })
  expect(counted(during.catalogue)).toEqual({ 200: 20 * SECONDS })
  const refused = await signIn(ATTACKER, owner.email, owner.password)
  expect(refused.status, 'who was wrong so often is not let in by being right').toBe(429)
}, 120_000)

/** What happens in the shop meanwhile: its owner and others sign in from elsewhere, and people look at products. */
async function visit() {
  const [ownerAnswers, customerAnswers, catalogue] = await Promise.all([
    atPace(2, () => signIn(HOME, owner.email, owner.password)),
    atPace(2, (turn) => {
      const { email, password } = customers[turn % customers.length] as Person
      return signIn(`203.0.113.${10 + (turn % customers.length)}`, email, password)
    }),
    atPace(20, () => measure(() => shop.call('GET', '/api/products', from('203.0.113.99')))),
  ])
  return { owner: ownerAnswers, customers: customerAnswers, catalogue }
}

function signIn(address: string, email: string, password: string) {
  return measure(() =>
    shop.call('POST', '/api/auth/sign-in/email', { body: { email, password }, ...from(address) }),
  )
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address, origin: shop.origin } })

/** So many a second, whether or not the ones before were answered. */
async function atPace(perSecond: number, call: (turn: number) => Promise<Measured>): Promise<Measured[]> {
  const calls: Promise<Measured>[] = []
  for await (const _ of setInterval(1000 / perSecond)) {
    calls.push(call(calls.length))
    if (calls.length === perSecond * SECONDS) break
  }
  return Promise.all(calls)
}

async function measure(call: () => Promise<{ status: number }>): Promise<Measured> {
  const start = performance.now()
  const { status } = await call()
  return { status, tookMs: performance.now() - start }
}

function counted(answers: Measured[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function figures(answers: Measured[]) {
  const sorted = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0)
  return { calls: sorted.length, 'median ms': at(0.5), 'p99 ms': at(0.99) }
}
