import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { assertLedgerBalances } from '#test/assert-ledger-balances.ts'
import { freshDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { intentOf, reachCardProvider } from '#test/reach-card-provider.ts'
import * as bookings from '../bookings/store.ts'

// Patience for a machine that has other things to do.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const ADMIN = { email: 'admin@example.com', password: 'secret' }

let db: Database
let database: Awaited<ReturnType<typeof freshDatabase>>
let dataDir: string
let origin: string
let running: ChildProcess
let token: string

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  db = connect({ connectionString: database.url }, () => {})
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-data-'))
  await start()
})
afterAll(async () => {
  await kill('SIGTERM')
  await db.$client.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The shop as `npm start` runs it, each time on another port, and somebody signed in. */
async function start() {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  running = spawn(process.execPath, [path.resolve('server/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      DEMO_ORDERS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  })
  await vi.waitUntil(
    () =>
      fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    {
      timeout: 40_000,
      interval: 50,
    },
  )
  const signIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(ADMIN),
  })
  const cookie = signIn.headers.getSetCookie().join('; ')
  token = (await (await fetch(`${origin}/api/auth/token`, { headers: { cookie } })).json()).token
}

async function kill(signal: 'SIGKILL' | 'SIGTERM') {
  const ended = new Promise((resolve) => running.once('exit', resolve))
  running.kill(signal)
  await ended
}

async function call(method: string, target: string, body?: object) {
  const response = await fetch(origin + target, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

const order = (orderId: string): Promise<Booking> =>
  call('POST', '/api/bookings', { orderId, orders: 100, phone: '555 0100', address: '1 Example Street' })

const PATIENCE = { timeout: 30_000, interval: 20 }
const see = (booking: Booking) => call('GET', `/api/booking/${booking._id}`)

/** Keeps the row of a booking until somebody waits for it, and kills the shop at that moment. */
async function killWhileWaitingFor({ _id }: Booking, isReady: () => Promise<boolean>) {
  const client = await db.$client.connect()
  await client.query('begin')
  await client.query('select 1 from bookings where id = $1 for update', [_id])
  return async () => {
    await vi.waitUntil(isReady, PATIENCE)
    await vi.waitUntil(async () => {
      const { rows } = await db.$client.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }, PATIENCE)
    await kill('SIGKILL')
    client.release(true)
  }
}

const begin = async ({ _id: bookingId, price }: Booking): Promise<string> =>
  (await call('POST', '/api/create-payment-intent', { price, bookingId })).clientSecret

test('a shop that is killed between charge and record, or in the middle of deleting, sets it right when it starts', async () => {
  const [product] = (await call('GET', '/api/products')) as [{ _id: string; quantity: number }]
  const firstStock = new Map([[product._id, product.quantity]])
  const [paid, deleting, untouched] = [
    await order(product._id),
    await order(product._id),
    await order(product._id),
  ]
  const [paidSecret, deletingSecret] = [await begin(paid), await begin(deleting)]

  const before = reachCardProvider({ origin, dataDir })
  await before.turn({ webhooks: 'drop' })
  expect((await before.confirm(paidSecret)).paid).toBe(true)
  await before.turn({ delayMs: 10_000 })
  const lost = call('DELETE', `/api/bookings/${deleting._id}`).catch(() => 'no answer')
  const isClosing = async () => (await bookings.find(db, deleting._id))?.state === 'closing'
  await vi.waitUntil(isClosing, { timeout: 4_000, interval: 20 })
  await kill('SIGKILL')
  expect(await lost).toBe('no answer')

  await start()
  await vi.waitUntil(async () => (await see(paid)).paid, { timeout: 10_000, interval: 50 })
  await vi.waitUntil(async () => (await see(deleting)).error === 'No such order', {
    timeout: 10_000,
    interval: 50,
  })
  expect(await see(paid)).toMatchObject({ transictionId: intentOf(paidSecret) })
  expect(await see(untouched)).toEqual(untouched)
  expect((await reachCardProvider({ origin, dataDir }).confirm(deletingSecret)).paid).toBe(false)
  await assertLedgerBalances({ origin, dataDir, databaseUrl: database.url }, firstStock)
})

test('a shop that is killed after the provider has refunded, before it has recorded that: one refund, one credit note', async () => {
  const [product] = (await call('GET', '/api/products')) as [{ _id: string }]
  const booking = await order(product._id)
  const secret = await begin(booking)
  const provider = reachCardProvider({ origin, dataDir })
  await provider.confirm(secret)
  await vi.waitUntil(async () => (await see(booking)).paid, PATIENCE)
  await provider.delivered()
  await provider.turn({ webhooks: 'drop', delayMs: 1_000 })
  const body = { amount: 700, reason: 'Damaged', restock: 10 }
  const lost = call('POST', `/api/booking/${booking._id}/refunds`, body).catch(() => 'no answer')
  const isDue = async () => ((await see(booking)).refunds ?? []).length > 0
  await vi.waitUntil(isDue, PATIENCE)
  const made = async () =>
    (await reachCardProvider({ origin, dataDir }).refunds()).filter(
      ({ payment_intent }) => payment_intent === intentOf(secret),
    )
  const killNow = await killWhileWaitingFor(booking, async () => (await made()).length > 0)
  await provider.turn({ delayMs: 0 })
  await killNow()
  expect(await lost).toBe('no answer')
  expect((await bookings.find(db, booking._id))?.refunds).toMatchObject([{ state: 'pending' }])

  await start()
  await vi.waitUntil(async () => (await see(booking)).refunds[0].state === 'succeeded', PATIENCE)
  expect(await see(booking)).toMatchObject({
    refunds: [{ amount: 700, creditNote: expect.any(String) }],
    restocked: 10,
  })
  expect(await made()).toMatchObject([{ amount: 70_000, status: 'succeeded' }])
  await assertLedgerBalances({ origin, dataDir, databaseUrl: database.url }, new Map())
})

test('a shop that is killed between canceling a card payment and recording the transfer: neither paid nor lost, and recorded next time', async () => {
  const [product] = (await call('GET', '/api/products')) as [{ _id: string }]
  const booking = await order(product._id)
  const secret = await begin(booking)
  const isCanceled = async () =>
    (await reachCardProvider({ origin, dataDir }).intent(intentOf(secret))).status === 'canceled'
  const killNow = await killWhileWaitingFor(booking, isCanceled)
  const transfer = { reference: 'Transfer 7', receivedOn: new Date().toISOString().slice(0, 10) }
  const record = () => call('POST', `/api/booking/${booking._id}/bank-payment`, transfer)
  const lost = record().catch(() => 'no answer')
  await killNow()
  expect(await lost).toBe('no answer')

  await start()
  expect(await see(booking)).toEqual(booking)
  expect((await reachCardProvider({ origin, dataDir }).confirm(secret)).paid).toBe(false)
  expect(await record()).toMatchObject({ paid: true, bankPayment: transfer, invoice: expect.any(String) })
  await assertLedgerBalances({ origin, dataDir, databaseUrl: database.url }, new Map())
})
