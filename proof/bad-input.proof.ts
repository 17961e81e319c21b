import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { type BadInputRun, openBadInputRun, othersCalls } from '#test/bad-input-run.ts'
import { openTestShop, type TestShop } from '#test/shop.ts'
import { settings } from './settings.ts'
import { report } from './table.ts'

let shop: TestShop
let trial: BadInputRun
beforeAll(async () => {
  shop = await openTestShop(inject('databaseServer'), { OPEN_ORDER_LIMIT: '1000000' })
  trial = await openBadInputRun(shop)
})
afterAll(async () => {
  trial.close()
  await shop.close()
})

test('bad input at every call', async ({ task }) => {
  const { inputs, seed } = settings
  const failed: unknown[] = []
  const all: Record<string, Endpoint> = { ...endpoints, ...othersCalls }
  for (const [at, [name, endpoint]] of Object.entries(all).entries()) {
    await trial.throwAt(endpoint, inputs, seed).catch((error: unknown) => failed.push([name, error]))
    console.log(`bad input (seed ${seed}): ${at + 1} of ${Object.keys(all).length}, ${name}`)
  }
  const faults = shop.log.filter((line) => JSON.parse(line).level >= 50)
  report(task, {
    check: `bad input, ${inputs} at each of ${Object.keys(all).length} calls`,
    tried: inputs * Object.keys(all).length,
    failed: failed.length + faults.length,
    lost: 0,
    remark: `seed ${seed}; ${trial.allowed()} turned out to be good`,
  })
  expect([failed, faults]).toEqual([[], []])
  await trial.assertLedgerBalances()
})
