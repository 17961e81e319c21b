import { afterAll, expect, test, vi } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { openBadInputRun, othersCalls } from './bad-input-run.ts'
import { openShopForFile } from './shop.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

// The same at every run; the long run draws its own.
const SEED = 20_261_115
const EACH = 60
// Each of these may hash a password.
const EACH_OF_OTHERS = 20

const shop = await openShopForFile({ OPEN_ORDER_LIMIT: '100000' })
const trial = await openBadInputRun(shop)
afterAll(() => trial.close())
const admins = await trial.admins()

const { makeAdmin, ...others } = endpoints
const tried: Record<string, Endpoint> = { ...others, ...othersCalls }
const times = (name: string) => (name in othersCalls ? EACH_OF_OTHERS : EACH)

test.each(Object.keys(tried))(
  `%s answers ${EACH} bad inputs (seed ${SEED}) with a refusal or as the contract says, and writes nothing wrong`,
  async (name) => {
    await trial.throwAt(tried[name] as Endpoint, times(name), SEED)
  },
)

test('nobody has become an admin, except by the one call that makes one', async () => {
  expect(await trial.admins()).toEqual(admins)
  await trial.throwAt(makeAdmin, EACH, SEED)
})

test('after all of this orders, money and stock agree, and some of it was good input after all', async () => {
  await trial.assertLedgerBalances()
  expect(trial.allowed()).toBeGreaterThan(Object.keys(tried).length)
  const faults = shop.log.filter((line) => JSON.parse(line).level >= 50)
  expect(faults).toEqual([])
})
