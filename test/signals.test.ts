import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openCheckoutClient } from './checkout-client.ts'
import { freshEnvironment } from './fresh-environment.ts'
import { reachCardProvider } from './reach-card-provider.ts'
import { startServer, stopServer } from './server-process.ts'
import { openTestShop } from './shop.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const patience = { timeout: 30_000, interval: 20 }

const place = freshEnvironment()

const portIsClosed = () =>
  vi.waitUntil(
    () =>
      fetch(`${place.origin}/healthz`).then(
        () => false,
        () => true,
      ),
    patience,
  )

/** A request of which the shop has received the beginning; `finish` sends the rest and gives the status of the answer. */
async function begunRequest() {
  const body = JSON.stringify({ name: 'A visitor', email: 'a@example.com', feedback: 'In the middle' })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const sent: ClientRequest = request(`${place.origin}/api/feedback`, { method: 'POST', headers })
  // Whoever leaves it unfinished is told that the connection broke.
  sent.on('error', () => {})
  sent.flushHeaders()
  await once(sent, 'continue')
  return {
    async finish() {
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      sent.end(body)
      const [answer] = await answered
      answer.resume()
      return answer.statusCode
    },
    forget: () => sent.destroy(),
  }
}

/** npm in a process group of its own, as a shell starts it in a terminal. */
async function startNpm(): Promise<ChildProcess> {
  const npm = spawn('npm', ['start'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...place.settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid as number), 'SIGKILL')
  })
  await vi.waitUntil(
    () =>
      fetch(`${place.origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 60_000, interval: 50 },
  )
  return npm
}

/** What Ctrl-C does: the terminal tells the whole group, and npm tells the shop once more. */
const pressCtrlC = (npm: ChildProcess) => process.kill(-(npm.pid as number), 'SIGINT')

test('Ctrl-C reaches the shop twice and counts once: the request under way is answered', async () => {
  const npm = await startNpm()
  const ended = once(npm, 'exit')
  const begun = await begunRequest()
  pressCtrlC(npm)
  await portIsClosed()
  expect(await begun.finish()).toBe(200)
  expect(await ended).toEqual([0, null])
})

test('whoever goes on pressing Ctrl-C does not wait for the request under way', async () => {
  const server = await startServer(place.settings)
  const ended = once(server, 'exit')
  const begun = await begunRequest()
  const insisting = setInterval(() => server.kill('SIGINT'), 100)
  const [code] = await ended
  clearInterval(insisting)
  begun.forget()
  expect(code).toBe(1)
})

test('SIGTERM closes the port at once and waits for no job that waits for the card provider', async () => {
  const before = await openTestShop(inject('databaseServer'), place.settings)
  const checkout = openCheckoutClient(before)
  const customer = await before.signUp()
  await checkout.begin(customer, await checkout.order(customer, await checkout.addProduct(500)))
  await before.close()

  const holder = new pg.Client({ connectionString: place.databaseUrl })
  await holder.connect()
  // Until the provider has fallen silent, nothing can be made due.
  await holder.query('begin')
  await holder.query('lock table payment_attempts in exclusive mode')
  const server = await startServer(place.settings)
  onTestFinished(() => stopServer(server, 'SIGKILL'))
  await reachCardProvider(place).turn({ delayMs: 60_000 })
  await holder.query('commit')
  const running = () =>
    holder.query("select 1 from jobs where queue = 'reconcile-payment' and due_at > now()")
  await vi.waitUntil(async () => (await running()).rowCount === 1, patience)

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await portIsClosed()
  // Not closed because the process is gone: it still gives the job a moment.
  const { rowCount: connections } = await holder.query(
    "select 1 from pg_stat_activity where application_name = 'hundredweight' and datname = current_database()",
  )
  expect(connections).toBeGreaterThan(0)
  await holder.end()
  expect(await ended).toEqual([0, null])
})
