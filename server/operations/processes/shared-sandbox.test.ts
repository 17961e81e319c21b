import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { LIVE } from '#test/live-settings.ts'
import { intentOf, reachCardProvider } from '#test/reach-card-provider.ts'
import { COMMAND_RUNNER } from '#test/run-command.ts'
import { openTestShop } from '#test/shop.ts'
import sandboxCommand from '../commands/sandbox.ts'

vi.setConfig({ testTimeout: 120_000 })

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-sandbox-'))
const file = path.join(dataDir, 'sandbox.json')
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** `npm run sandbox`, once it says that it is running. */
async function startSandboxCommand(variables: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND_RUNNER, 'sandbox'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  onTestFinished(stop)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(line).toBe(`The sandbox is running. Start each instance with SANDBOX=${file}`)
  return stop
}

/** The same, where it does not come to that. */
async function run(variables: Record<string, string>) {
  const complained: string[] = []
  const code = await sandboxCommand({
    typed: [],
    readVariables: () => ({ DATA_DIR: dataDir, ...variables }),
    say: () => {},
    complain: (sentence) => complained.push(sentence),
  })
  return { code, complained: complained.join('\n') }
}

test('instances with one sandbox see the same payments, also after it was started again', async () => {
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`
  const stop = await startSandboxCommand({ PUBLIC_URL })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const written = await readFile(file, 'utf8')

  const database = await freshDatabase(inject('databaseServer'))
  onTestFinished(database.drop)
  const shared = {
    DATABASE_URL: database.url,
    SANDBOX: file,
    PUBLIC_URL,
    IDENTITY_SECRET: 'one secret for all of the instances of a shop',
  }
  const first = await openTestShop(inject('databaseServer'), { ...shared, PORT })
  onTestFinished(first.close)
  const second = await openTestShop(inject('databaseServer'), shared)
  onTestFinished(second.close)

  expect((await run({ PUBLIC_URL })).complained).toMatch(
    /^Port \d+ is in use: is this sandbox already running/,
  )
  await stop()
  await startSandboxCommand({ PUBLIC_URL })
  expect(await readFile(file, 'utf8')).toBe(written)

  const { token } = await first.signUp()
  const [{ _id: orderId }] = (await first.call('GET', '/api/products')).json
  const body = { orderId, orders: 100, phone: '1', address: 'Quay 1' }
  const { _id, price } = (await first.call('POST', '/api/bookings', { token, body })).json
  const begun = await first.call('POST', '/api/create-payment-intent', {
    token,
    body: { price, bookingId: _id },
  })
  const provider = reachCardProvider({ origin: second.origin, dataDir })
  await provider.confirm(begun.json.clientSecret)
  await provider.delivered()
  const paid = await second.call('GET', `/api/booking/${_id}`, { token })
  expect(paid.json).toMatchObject({ paid: true, transictionId: intentOf(begun.json.clientSecret) })
})

test('the command is refused in a sentence without an address for its webhooks, and for a live shop', async () => {
  expect((await run({})).complained).toMatch(/^PUBLIC_URL is not set: /)
  expect((await run(LIVE)).complained).toMatch(/^SHOP_ENV=live: the sandbox is for demo mode only/)
})

test('a file that is missing or another one is named', async () => {
  const open = (SANDBOX: string) => openTestShop(inject('databaseServer'), { SANDBOX })
  await expect(open(path.join(dataDir, 'nowhere.json'))).rejects.toThrow(
    /start the sandbox with npm run sandbox/,
  )
  const another = path.join(dataDir, 'another.json')
  await writeFile(another, '{}')
  await expect(open(another)).rejects.toThrow(/^SANDBOX must name the file that npm run sandbox has written/)
})
