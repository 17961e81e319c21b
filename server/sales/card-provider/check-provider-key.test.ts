import { readFileSync } from 'node:fs'
import pino from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type SandboxProcess,
  startSandbox,
  temporaryFolder,
} from '#sandbox/stripe/testing/sandbox-process.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { checkProviderKey } from './check-provider-key.ts'
import { createProvider } from './provider.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sandbox: SandboxProcess
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

beforeAll(async () => {
  folder = await temporaryFolder()
  sandbox = await startSandbox(folder.path)
})
beforeEach(async () => {
  await sandbox.switches({ reset: true })
  logged.length = 0
})
afterAll(async () => {
  await sandbox.stop()
  await folder.remove()
})

function check(secretKey = 'sk_test_of_the_tests') {
  const at = { host: '127.0.0.1', port: Number(new URL(sandbox.address).port) }
  const provider = createProvider({
    secretKey,
    webhookSecret: 'whsec_1',
    sandbox: at,
    log,
    metrics: createMetrics(),
  })
  return checkProviderKey({ provider, log })
}

test('a key that the provider accepts is worth no word', async () => {
  await check()
  expect(logged).toEqual([])
})

test('a shop does not start with a key that the provider does not know, and never repeats it', async () => {
  const problem = await check('sk_test_wrong').catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(StartupError)
  expect((problem as Error).message).toBe(
    'The card provider does not accept STRIPE_SECRET_KEY: Invalid API Key provided: …',
  )
  expect(logged.join('')).not.toContain('sk_')
})

test('a restricted key without permission is told where the permissions are listed', async () => {
  await sandbox.switches({ fail: { status: 403, times: 1 } })
  await expect(check()).rejects.toThrow(
    /^The card provider does not accept STRIPE_SECRET_KEY: .* permissions .* docs\/going-live\.md lists the permissions/,
  )
})

test.each([{ down: true }, { fail: { status: 429, times: 1 } }, { fail: { status: 500, times: 1 } }])(
  'a provider that cannot be asked (%j) keeps no shop closed',
  async (order) => {
    await sandbox.switches(order)
    await check()
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'the key could not be checked with the card provider',
      }),
    ])
  },
)

test('the guide names the API version that the webhook has to speak', () => {
  const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8')
  expect(guide).toContain(`**${Stripe.API_VERSION}**`)
})
