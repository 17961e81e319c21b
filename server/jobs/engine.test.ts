import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { openShopForFile } from '#test/shop.ts'
import { connect, ping } from '../database/connect.ts'
import { createJobEngine } from './engine.ts'
import { createErrorReport } from './error-report.ts'
import { jobKinds } from './job-kinds.ts'
import { runJob } from './run-job.ts'

vi.setConfig({ testTimeout: 60_000 })
const patience = { timeout: 30_000, interval: 10 }

// This shop works off no jobs: each test starts an engine of its own, as another instance would.
const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [buyer, admin] = [await shop.signUp(), await shop.signUpAdmin()]
const product = await checkout.addProduct(1_000_000)
const { $client: pool } = shop.shop.db

async function startEngine(url = shop.databaseUrl, options: { scheduleMs?: number } = {}) {
  const log: string[] = []
  const warn = (fields: { reason: string }) => void log.push(fields.reason)
  const connection = { connectionString: url }
  const engine = createJobEngine(connection, {
    kinds: jobKinds,
    run: runJob,
    works: true,
    log: { warn: warn as never },
    ...options,
  })
  const db = connect(connection, () => {})
  await engine.prepare()
  await engine.start({ ...shop.shop, db, jobs: engine })
  onTestFinished(async () => {
    await engine.stop()
    await db.$client.end()
  })
  return { ...engine, db, log }
}

/** An order that is paid although nobody has told the shop; by its row, the provider is to be asked now. */
async function orderPaidInSecret() {
  await checkout.provider.turn({ webhooks: 'drop' })
  const booking = await checkout.order(buyer, product)
  await checkout.provider.confirm(await checkout.begin(buyer, booking))
  await checkout.provider.turn({ reset: true })
  return { booking, attempt: await makeDue(booking) }
}

async function makeDue(booking: Booking) {
  const { attemptId } = await checkout.attemptOf(booking)
  await pool.query(`update payment_attempts set due_at = now() - interval '1 second' where id = $1`, [
    attemptId,
  ])
  return attemptId
}

const isPaid = async (booking: Booking) => (await checkout.see(buyer, booking))?.paid

async function jobsOf(key: string) {
  const { rows } = await pool.query<{ state: string; seconds: number; tries: number }>(
    `select state, retry_count as tries, extract(epoch from start_after - now())::int as seconds
     from pgboss.job where singleton_key = $1 order by created_on`,
    [key],
  )
  return rows
}

const failedJobs = async () => (await shop.call('GET', '/api/failed-jobs', { token: admin.token })).json

test('a job that is sent runs at once, not when the engine next looks', async () => {
  const engine = await startEngine()
  const orders = []
  for (let order = 0; order < 12; order++) orders.push(await orderPaidInSecret())
  const since = performance.now()
  for (const { booking, attempt } of orders) {
    engine.send('reconcile-payment', attempt)
    await vi.waitUntil(() => isPaid(booking), patience)
  }
  // One after the other at the pace of the polls it would take twice as long.
  expect(performance.now() - since).toBeLessThan(12_000)
})

test('what was committed and never sent, because of a crash in between, is found by the schedule', async () => {
  await checkout.provider.turn({ webhooks: 'hold' })
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  const wrong = await checkout.provider.createIntent(7_700, await checkout.attemptOf(booking))
  await checkout.provider.confirm(wrong.client_secret as string)
  await checkout.provider.turn({ webhooks: 'normal', loseAnswers: 3 })
  await checkout.provider.delivered()
  const stateOf = async (intent: string) => {
    const { rows } = await pool.query(
      `select refunds.state from refunds join payment_attempts on payment_attempts.id = attempt_id where intent_id = $1`,
      [intent],
    )
    return rows[0]?.state
  }
  expect(await stateOf(wrong.id)).toBe('due')
  await checkout.provider.turn({ reset: true })
  await startEngine()
  await vi.waitUntil(async () => (await stateOf(wrong.id)) === 'succeeded', patience)
  expect(await isPaid(booking), secret).toBe(false)
})

test('two instances that send the same keys at the same moment do each once', async () => {
  const engines = [await startEngine(), await startEngine()]
  const bookings: Booking[] = []
  for (let order = 0; order < 12; order++) {
    const booking = await checkout.order(buyer, product)
    await checkout.begin(buyer, booking)
    bookings.push(booking)
  }
  const attempts = await Promise.all(bookings.map(makeDue))
  for (const attempt of attempts) for (const { send } of engines) send('reconcile-payment', attempt)
  const checks = async () => {
    const { rows } = await pool.query<{ checks: number }>(
      'select checks from payment_attempts where id = any($1)',
      [attempts],
    )
    return rows.map((row) => row.checks)
  }
  await vi.waitUntil(async () => (await checks()).every((count) => count > 0), patience)
  const unfinished = () =>
    pool.query(
      `select 1 from pgboss.job where singleton_key = any($1::text[]) and state <> 'completed' limit 1`,
      [attempts],
    )
  await vi.waitUntil(async () => (await unfinished()).rowCount === 0, patience)
  expect(new Set(await checks())).toEqual(new Set([1]))
  for (const booking of bookings) await checkout.remove(buyer, booking)
})

test('a job that fails is retried after ever longer pauses, gives up, is shown, and can be tried again', async () => {
  const { booking, attempt } = await orderPaidInSecret()
  await checkout.provider.turn({ fail: { status: 400, times: 99 } })
  const { log } = await startEngine()
  const latest = async () => (await jobsOf(attempt)).at(-1)
  await vi.waitUntil(async () => (await latest())?.state === 'retry', patience)
  const first = (await latest())?.seconds as number
  const skipTo = (tries: string) =>
    pool.query(`update pgboss.job set start_after = now(), retry_count = ${tries} where singleton_key = $1`, [
      attempt,
    ])
  await skipTo('5')
  await vi.waitUntil(async () => ((await latest())?.seconds ?? 0) > 4 * first, patience)
  expect(await failedJobs()).toEqual([])
  await skipTo('retry_limit - 1')
  await vi.waitUntil(async () => (await failedJobs()).length > 0, patience)
  expect(await failedJobs()).toEqual([
    {
      id: expect.any(String),
      queue: 'reconcile-payment',
      key: attempt,
      what: 'Ask the card provider about a payment',
      error: 'Your account cannot currently make live charges.',
      failedAt: expect.stringMatching(/^20\d\d-.*Z$/),
    },
  ])
  // Whoever starts now leaves it alone.
  await startEngine()
  expect(await failedJobs()).toHaveLength(1)
  await checkout.provider.turn({ reset: true })
  const [{ id }] = await failedJobs()
  const retry = () => shop.call('POST', `/api/failed-jobs/${id}/retry`, { token: admin.token })
  expect((await retry()).json).toEqual({ success: true, message: 'The job is being tried again' })
  await vi.waitUntil(() => isPaid(booking), patience)
  expect(await failedJobs()).toEqual([])
  expect((await retry()).status).toBe(404)
  expect(log).toEqual([])
})

test('while the provider is away, no job uses up its tries', async () => {
  const { booking, attempt } = await orderPaidInSecret()
  await checkout.provider.turn({ down: true })
  const engine = await startEngine()
  await vi.waitUntil(() => engine.log.some((line) => line.startsWith('Jobs are waiting')), patience)
  await vi.waitUntil(async () => (await jobsOf(attempt)).at(-1)?.state === 'completed', patience)
  expect(await isPaid(booking)).toBe(false)
  await checkout.provider.turn({ reset: true })
  engine.send('reconcile-payment', attempt)
  await vi.waitUntil(() => isPaid(booking), patience)
})

test('while the provider is away, one job asks whether it is back; then all of them go on', async () => {
  const orders = []
  for (let order = 0; order < 5; order++) orders.push(await orderPaidInSecret())
  const attempts = orders.map(({ attempt }) => attempt)
  const sent = async () => (await Promise.all(attempts.map(jobsOf))).flat().length
  await checkout.provider.turn({ down: true })
  await startEngine(shop.databaseUrl, { scheduleMs: 500 })
  await vi.waitUntil(async () => (await sent()) >= 5 + 2, patience)
  expect(await sent(), 'one at a time').toBeLessThan(5 + 5)
  await checkout.provider.turn({ reset: true })
  for (const { booking } of orders) await vi.waitUntil(() => isPaid(booking), patience)
})

test('what is done once a day is tried again after an outage, not the next day', async () => {
  const daily = async () => {
    const { rows } = await pool.query(
      `select state, start_after > now() + interval '1 minute' as later from pgboss.job where name = 'reconcile-dashboard'`,
    )
    return rows
  }
  await pool.query(`delete from pgboss.job where name = 'reconcile-dashboard'`)
  await checkout.provider.turn({ down: true })
  await startEngine(shop.databaseUrl, { scheduleMs: 500 })
  await vi.waitUntil(async () => (await daily())[0]?.later, patience)
  expect(await daily()).toEqual([{ state: 'created', later: true }])
  await checkout.provider.turn({ reset: true })
  await pool.query(`update pgboss.job set start_after = now() where name = 'reconcile-dashboard'`)
  await vi.waitUntil(async () => (await daily())[0]?.state === 'completed', patience)
  expect(await daily()).toEqual([{ state: 'completed', later: false }])
})

test('the engine survives a database that goes away, says so once, and goes on', async () => {
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const engine = await startEngine(proxy.url)
  onTestFinished(async () => {
    await proxy.close()
  })
  proxy.cut()
  const { booking, attempt } = await orderPaidInSecret()
  engine.send('reconcile-payment', attempt)
  await vi.waitUntil(() => engine.log.some((line) => line.includes('ECONNRESET')), patience)
  await expect(ping(engine.db)).rejects.toThrow()
  proxy.mend()
  await vi.waitUntil(() => isPaid(booking), patience)
  expect(new Set(engine.log).size, 'each kind of error once').toBe(engine.log.length)
})

test('of many errors of one kind one is logged, without the worker that met it', () => {
  const log: object[] = []
  const report = createErrorReport({ warn: ((fields: object) => void log.push(fields)) as never })
  for (let worker = 0; worker < 100; worker++)
    report({ code: 'ECONNREFUSED', message: `connect ECONNREFUSED (Queue: send-mail, Worker: ${worker})` })
  report(new Error('another'))
  expect(log).toEqual([{ reason: 'ECONNREFUSED: connect ECONNREFUSED' }, { reason: 'another' }])
})

test('stopping lets the job at work finish, and takes up no other', async () => {
  const engine = await startEngine()
  const { booking, attempt } = await orderPaidInSecret()
  await checkout.provider.turn({ delayMs: 1_000 })
  engine.send('reconcile-payment', attempt)
  await vi.waitUntil(async () => (await jobsOf(attempt)).at(-1)?.state === 'active', patience)
  await engine.stop()
  expect((await jobsOf(attempt)).at(-1)?.state).toBe('completed')
  await checkout.provider.turn({ reset: true })
  expect(await isPaid(booking)).toBe(true)
})
