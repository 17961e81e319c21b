import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { openShopForFile } from '#test/shop.ts'
import { cleanUp } from '../../operations/jobs/clean-ups.ts'
import { jobKinds } from '../../operations/jobs/job-kinds.ts'
import { runJob } from '../../operations/jobs/run-job.ts'
import { connect, ping } from '../database/connect.ts'
import { createJobEngine } from './engine.ts'
import { createErrorReport } from './error-report.ts'

vi.setConfig({ testTimeout: 60_000 })
const patience = { timeout: 30_000, interval: 10 }
/** As good as never: the engine does only what it is sent, and what is due when it starts. */
const NEVER_MS = 2_000_000_000
const OFTEN_MS = 20
const DAILY = 'reconcile-dashboard'

// This shop works off no jobs: each test starts an engine of its own, as another instance would.
const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [buyer, admin] = [await shop.signUp(), await shop.signUpAdmin()]
const product = await checkout.addProduct(1_000_000)
const { $client: pool } = shop.shop.db

async function startEngine({ url = shop.databaseUrl, scheduleMs = OFTEN_MS, kinds = jobKinds } = {}) {
  const log: string[] = []
  const warn = (fields: { reason: string }) => void log.push(fields.reason)
  const engine = createJobEngine({
    kinds,
    run: runJob,
    works: true,
    log: { warn: warn as never },
    scheduleMs,
  })
  const db = connect({ connectionString: url }, () => {})
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

afterEach(() => checkout.provider.turn({ reset: true }))

const isPaid = async (booking: Booking) => (await checkout.see(buyer, booking))?.paid

type Job = { tries: number; pause: number; failed: boolean }
/** How often it was tried, and for how many seconds it is left alone now; undefined when it is done. */
async function jobOf(key: string): Promise<Job | undefined> {
  const { rows } = await pool.query<Job>(
    `select tries, extract(epoch from due_at - now())::float as pause, failed_at is not null as failed from jobs where key = $1`,
    [key],
  )
  return rows[0]
}
const isDone = async (key: string) => (await jobOf(key)) === undefined
/** So that whoever looks next takes it up. */
const endPause = (key: string) => pool.query('update jobs set due_at = now() where key = $1', [key])
const triesOf = (key: string) =>
  shop.log
    .map((line) => JSON.parse(line))
    .filter((line) => line.key === key && line.msg === 'a job failed and will be retried').length

async function failedJobs(key: string) {
  const { json } = await shop.call('GET', '/api/failed-jobs', { token: admin.token })
  return json.filter((job: { key: string }) => job.key === key)
}

test('a job that is sent runs at once, not when the engine next looks', async () => {
  const engine = await startEngine({ scheduleMs: NEVER_MS })
  for (let order = 0; order < 3; order++) {
    const { booking, attempt } = await orderPaidInSecret()
    engine.send('reconcile-payment', attempt)
    await vi.waitUntil(() => isPaid(booking), patience)
  }
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
  await vi.waitUntil(async () => (await Promise.all(attempts.map(isDone))).every(Boolean), patience)
  expect(new Set(await checks())).toEqual(new Set([1]))
  for (const booking of bookings) await checkout.remove(buyer, booking)
})

test('a job that fails is retried after ever longer pauses, gives up, is shown, and can be tried again', async () => {
  const { booking, attempt } = await orderPaidInSecret()
  await checkout.provider.turn({ fail: { status: 400, times: 99 } })
  const { log } = await startEngine()
  const hasTried = (times: number) =>
    vi.waitUntil(async () => (await jobOf(attempt))?.tries === times, patience)
  await hasTried(1)
  for (let pause = 5, tried = 1; tried <= 10; pause *= 2, tried++) {
    expect(await failedJobs(attempt)).toEqual([])
    const job = await jobOf(attempt)
    expect(job?.pause).toBeLessThanOrEqual(pause)
    if (pause > 60) expect(job?.pause).toBeGreaterThan(pause / 2)
    expect(triesOf(attempt)).toBe(tried)
    await endPause(attempt)
    await hasTried(tried + 1)
  }
  expect(await failedJobs(attempt)).toEqual([
    {
      id: expect.any(String),
      queue: 'reconcile-payment',
      key: attempt,
      what: 'Ask the card provider about a payment',
      error: 'Your account cannot currently make live charges.',
      failedAt: expect.stringMatching(/^20\d\d-.*Z$/),
    },
  ])
  // The schedule leaves it alone for a day.
  expect(await jobOf(attempt)).toMatchObject({ tries: 11, pause: expect.closeTo(86_400, -3) })
  await checkout.provider.turn({ reset: true })
  const [{ id }] = await failedJobs(attempt)
  const retry = () => shop.call('POST', `/api/failed-jobs/${id}/retry`, { token: admin.token })
  expect((await retry()).json).toEqual({ success: true, message: 'The job is being tried again' })
  await vi.waitUntil(() => isPaid(booking), patience)
  expect(await failedJobs(attempt)).toEqual([])
  expect((await retry()).status).toBe(404)
  expect(log).toEqual([])
})

test('while the provider is away, no job uses up its tries', async () => {
  const { booking, attempt } = await orderPaidInSecret()
  await checkout.provider.turn({ down: true })
  const engine = await startEngine({ scheduleMs: NEVER_MS })
  await vi.waitUntil(() => engine.log.some((line) => line.startsWith('Jobs are waiting')), patience)
  await vi.waitUntil(() => isDone(attempt), patience)
  expect(await isPaid(booking)).toBe(false)
  expect(triesOf(attempt)).toBe(0)
  await checkout.provider.turn({ reset: true })
  engine.send('reconcile-payment', attempt)
  await vi.waitUntil(() => isPaid(booking), patience)
})

test('while the provider is away, one job asks whether it is back; then all of them go on', async () => {
  const orders = []
  for (let order = 0; order < 5; order++) orders.push(await orderPaidInSecret())
  const postponed = async () => {
    const { values } = await shop.shop.metrics.jobs.get()
    const found = values.find(
      ({ labels: { queue, result } }) => queue === 'reconcile-payment' && result === 'postponed',
    )
    return found?.value ?? 0
  }
  const before = await postponed()
  await checkout.provider.turn({ down: true })
  const first = await startEngine({ scheduleMs: NEVER_MS })
  await vi.waitUntil(async () => (await postponed()) === before + 5, patience)
  for (let asked = 1; asked <= 3; asked++) {
    await first.look()
    await vi.waitUntil(async () => (await postponed()) === before + 5 + asked, patience)
  }
  await checkout.provider.turn({ reset: true })
  await first.look()
  for (const { booking } of orders) await vi.waitUntil(() => isPaid(booking), patience)
})

test('what is done once a day is tried again after an outage, not the next day', async () => {
  // Engines of other tests have asked today.
  await pool.query('delete from jobs where queue = $1', [DAILY])
  const pauseOf = async () => (await jobOf('today'))?.pause ?? 0
  await pool.query(`delete from jobs where key = 'today' and queue <> $1`, [DAILY])
  await checkout.provider.turn({ down: true })
  const onlyDaily = jobKinds.filter(({ queue }) => queue === DAILY)
  await startEngine({ kinds: onlyDaily })
  await vi.waitUntil(async () => (await pauseOf()) > 200, patience)
  expect(await pauseOf()).toBeLessThanOrEqual(300)
  await checkout.provider.turn({ reset: true })
  await endPause('today')
  await vi.waitUntil(async () => (await pauseOf()) > 3_600, patience)
})

test('what a killed process was working on is taken up by another one; what is worked on for long is not', async () => {
  const { booking, attempt } = await orderPaidInSecret()
  const engine = await startEngine({ scheduleMs: NEVER_MS })
  await vi.waitUntil(() => isPaid(booking), patience)
  const killed = await orderPaidInSecret()
  await pool.query(
    `insert into jobs (queue, key, due_at) values ('reconcile-payment', $1, now() + interval '20 seconds')`,
    [killed.attempt],
  )
  engine.send('reconcile-payment', killed.attempt)
  await engine.look()
  expect(await isPaid(killed.booking)).toBe(false)
  await endPause(killed.attempt)
  await engine.look()
  await vi.waitUntil(() => isPaid(killed.booking), patience)
  await vi.waitUntil(() => isDone(killed.attempt), patience)
  expect(await isDone(attempt)).toBe(true)
})

test('jobs that nobody can take up any more, because nothing is due, are deleted', async () => {
  await pool.query(
    `insert into jobs (queue, key, due_at, tries, failed_at) values
       ('refund-payment', 'settled elsewhere', now() - interval '2 hours', 3, null),
       ('refund-payment', 'given up and settled', now() - interval '2 hours', 11, now() - interval '1 day'),
       ('refund-payment', 'waits', now() + interval '1 minute', 3, null)`,
  )
  await cleanUp(shop.shop, 'jobs', new Date())
  const { rows } = await pool.query(`select key from jobs where queue = 'refund-payment'`)
  expect(rows).toEqual([{ key: 'waits' }])
  await pool.query(`delete from jobs where key = 'waits'`)
})

test('the engine survives a database that goes away, says so once, and goes on', async () => {
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const engine = await startEngine({ url: proxy.url, scheduleMs: NEVER_MS })
  onTestFinished(async () => {
    await proxy.close()
  })
  proxy.cut()
  const { booking, attempt } = await orderPaidInSecret()
  engine.send('reconcile-payment', attempt)
  await vi.waitUntil(() => engine.log.length > 0, patience)
  engine.send('reconcile-payment', attempt)
  await expect(ping(engine.db)).rejects.toThrow()
  proxy.mend()
  await engine.look()
  await vi.waitUntil(() => isPaid(booking), patience)
  expect(new Set(engine.log).size, 'each kind of error once').toBe(engine.log.length)
})

test('of many errors of one kind one is logged', () => {
  const log: object[] = []
  const report = createErrorReport({ warn: ((fields: object) => void log.push(fields)) as never })
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let time = 0; time < 100; time++) report(refused)
  report(new Error('another'))
  expect(log).toEqual([{ reason: 'ECONNREFUSED: connect ECONNREFUSED' }, { reason: 'another' }])
})

test('stopping lets the job at work finish, and takes up no other', async () => {
  const first = await orderPaidInSecret()
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from bookings where id = $1 for update', [first.booking._id])
  const engine = await startEngine({ scheduleMs: NEVER_MS })
  await vi.waitUntil(async () => !(await isDone(first.attempt)), patience)
  const second = await orderPaidInSecret()
  const stopped = engine.stop()
  engine.send('reconcile-payment', second.attempt)
  await holder.query('commit')
  holder.release()
  await stopped
  expect([await isDone(first.attempt), await isDone(second.attempt)]).toEqual([true, true])
  expect([await isPaid(first.booking), await isPaid(second.booking)]).toEqual([true, false])
})
