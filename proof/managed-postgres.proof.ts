import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { startupErrorMessage } from '#server/operations/processes/startup-error-message.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { freePort } from '#test/free-port.ts'
import { COMMAND_RUNNER, runCommandProcess } from '#test/run-command.ts'
import { stopServer } from '#test/server-process.ts'
import { startAuditedCustomers } from './audited-customers.ts'
import { findNginx, startBalancer } from './balancer.ts'
import {
  findPgBouncer,
  findPostgres,
  type ManagedPostgres,
  ROLE,
  startManagedPostgres,
  startPgBouncer,
} from './managed-postgres.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

// As many as a host's smallest plan has. Three of them are PostgreSQL's own reserve for its superuser.
const MAX_CONNECTIONS = 20
const INSTANCES = 2
// Two instances with two more each, and one for a backup, make 17.
const DATABASE_POOL = 6
const ORDERS = 200
const IMPORTED = 5_000

async function openServer(skip: TestContext['skip']) {
  const binaries = findPostgres()
  if (!binaries) return skip('PostgreSQL is not installed on this machine (Debian: postgresql)')
  const server = await startManagedPostgres(binaries, { maxConnections: MAX_CONNECTIONS })
  onTestFinished(server.stop)
  return server
}

/** Two instances behind a balancer; customers order, pay and ask for quotes, an admin imports products and makes a backup. */
async function tradeOn(server: ManagedPostgres, database: string, databaseUrl: string, nginx: string) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-proof-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const sandbox = await startSharedSandbox(dataDir, origin)
  const shared = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(DATABASE_POOL),
    SANDBOX: sandbox,
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
    IDENTITY_SECRET: 'one secret for all of the instances of a shop',
    OPEN_ORDER_LIMIT: '1000000',
  }
  const instances = await Promise.all(Array.from({ length: INSTANCES }, () => startShop(shared)))
  for (const { stop } of instances) onTestFinished(stop)
  const ports = instances.map((instance) => instance.port)
  onTestFinished(await startBalancer(nginx, port, ports))
  await vi.waitUntil(() => isReady(origin), { timeout: 30_000 })

  const connections = await watchConnections(server, database)
  const customers = await startAuditedCustomers({
    origin,
    dataDir,
    databaseUrl: server.superuserUrl(database),
  })
  const until = (orders: number) =>
    vi.waitUntil(() => customers.acknowledged.length >= orders, { timeout: 600_000 })
  await until(ORDERS / 4)
  // Not through the balancer, which takes small bodies only.
  await importProducts(instances[0]?.origin ?? origin, customers.adminToken)
  expect((await fetch(`${origin}/sitemap.xml`)).status).toBe(200)
  const backup = await runCommandProcess('backup', [path.join(dataDir, 'shop.gz')], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  })
  expect(backup).toMatchObject({ code: 0, complained: '' })
  await until(ORDERS)
  await customers.close()
  const lost = await customers.audit()
  const most = await connections.stop()
  const errors = Object.entries(customers.answers).filter(([status]) => !(Number(status) < 500))
  const failed = errors.reduce((sum, [, times]) => sum + times, 0)
  const paid = customers.acknowledged.filter(({ paidBy }) => paidBy).length
  const remark = [
    `at most ${most} connections`,
    `${customers.acknowledged.length} orders, ${paid} paid, ${IMPORTED} products imported, a backup`,
    ...errors.map(([status, times]) => `${times} × ${status}`),
  ].join('; ')
  expect(most).toBeLessThanOrEqual(INSTANCES * (DATABASE_POOL + 5) + 1)
  return { tried: customers.outcomes.calls, failed, lost, remark }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** One card provider and mailbox for all instances; answers the file that leads to it. */
async function startSharedSandbox(dataDir: string, origin: string) {
  const running = spawn(process.execPath, [COMMAND_RUNNER, 'sandbox'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: origin, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => stopServer(running))
  const file = path.join(dataDir, 'sandbox.json')
  await vi.waitUntil(() => existsSync(file), { timeout: 30_000 })
  return file
}

/** The most connections that the ordinary role has had at once. */
async function watchConnections(server: ManagedPostgres, database: string) {
  const client = new pg.Client({ connectionString: server.superuserUrl(database) })
  await client.connect()
  let most = 0
  let watching = true
  const watch = async () => {
    while (watching) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where usename = '${ROLE.name}'`,
      )
      most = Math.max(most, rows[0]?.count ?? 0)
      await delay(20)
    }
    await client.end()
  }
  const watched = watch()
  const stop = async () => {
    watching = false
    await watched
    return most
  }
  onTestFinished(async () => void (await stop()))
  return { stop }
}

async function importProducts(origin: string, token: string) {
  const call = async (method: string, target: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'text/csv' }) }
    const answer = await fetch(`${origin}/api/imports${target}`, { method, headers, ...(body && { body }) })
    const json = await answer.json()
    expect(answer.status, JSON.stringify(json)).toBe(200)
    return json
  }
  const lines = Array.from({ length: IMPORTED }, (_, at) => `SKU-${at},Imported ${at},Steel,/x.svg,1.50,5000`)
  const file = ['sku,name,description,image,price,quantity', ...lines].join('\n')
  const { _id } = await call('POST', '', file)
  const reaches = (state: string) =>
    vi.waitUntil(async () => (await call('GET', `/${_id}`)).state === state, {
      timeout: 300_000,
      interval: 200,
    })
  await reaches('checked')
  await call('POST', `/${_id}/apply`)
  await reaches('done')
}

test('PostgreSQL as a host gives it: TLS, an ordinary role, 20 connections', async ({ task, skip }) => {
  const nginx = findNginx()
  if (!nginx) return skip('nginx is not installed on this machine')
  const server = await openServer(skip)
  const url = await server.createDatabase('shop')
  const traded = await tradeOn(server, 'shop', url, nginx)
  report(task, { check: 'two instances on PostgreSQL with TLS and 20 connections', ...traded })
  expect(traded.failed).toBe(0)
})

test('the same through PgBouncer in session mode', async ({ task, skip }) => {
  const [nginx, program] = [findNginx(), findPgBouncer()]
  if (!nginx || !program) return skip('nginx or PgBouncer is not installed on this machine')
  const server = await openServer(skip)
  await server.createDatabase('shop')
  const pooler = await startPgBouncer(program, server, { database: 'shop', mode: 'session' })
  onTestFinished(pooler.stop)
  const traded = await tradeOn(server, 'shop', pooler.url, nginx)
  report(task, { check: 'the same through PgBouncer in session mode', ...traded })
  expect(traded.failed).toBe(0)
})

test('PgBouncer in transaction mode is refused', async ({ task, skip }) => {
  const program = findPgBouncer()
  if (!program) return skip('PgBouncer is not installed on this machine')
  const server = await openServer(skip)
  await server.createDatabase('shop')
  const pooler = await startPgBouncer(program, server, { database: 'shop', mode: 'transaction' })
  onTestFinished(pooler.stop)
  const said = await startSentence(pooler.url)
  expect(said).toMatch(/^DATABASE_URL points to a pooler in transaction mode/)
  report(task, { check: 'PgBouncer in transaction mode is refused', tried: 1, failed: 0, lost: 0 })
})

/** What a start would print, or null when nothing is in its way. */
const startSentence = (connectionString: string) =>
  migrate({ connectionString }).then(
    () => null,
    (error) => startupErrorMessage(error) ?? `unexpected: ${error}`,
  )

test('every way to write DATABASE_URL does what docs/scaling.md says', async ({ task, skip }) => {
  const server = await openServer(skip)
  const trusted = new URL(await server.createDatabase('shop'))
  const authority = `sslrootcert=${server.authority}`
  const spelled = (search: string, change: (url: URL) => void = () => {}) => {
    const url = new URL(trusted)
    url.search = search
    change(url)
    return url.href
  }
  const onAddress = (url: URL) => {
    url.hostname = '127.0.0.1'
  }
  const UNTRUSTED = /^The certificate of the database server is not trusted \(.*\): name its certificate auth/
  const cases: [url: string, outcome: RegExp | null][] = [
    [spelled(`sslmode=verify-full&${authority}`), null],
    [spelled(`sslmode=require&${authority}`), null],
    [spelled(`sslmode=verify-ca&${authority}`), null],
    [spelled(authority), null],
    [spelled('sslmode=no-verify'), null],
    [spelled('sslmode=no-verify', onAddress), null],
    [spelled('uselibpqcompat=true&sslmode=require'), null],
    [spelled(`uselibpqcompat=true&sslmode=verify-ca&${authority}`, onAddress), null],
    [spelled('sslmode=verify-full'), UNTRUSTED],
    [spelled('sslmode=require'), UNTRUSTED],
    [spelled('ssl=true'), UNTRUSTED],
    [
      spelled(`sslmode=verify-ca&${authority}`, onAddress),
      /not trusted \(.*\): use the host name in DATABASE/,
    ],
    [spelled(''), /^The database server refuses the shop \(no pg_hba.*\): it may want TLS: add \?sslmode=/],
    [spelled('sslmode=disable'), /it may want TLS/],
    [
      spelled(`sslmode=verify-full&${authority}`, (url) => {
        url.password = 'another'
      }),
      /^The database server refuses the shop \(password authentication failed .*\): correct the user or/,
    ],
    [
      spelled(`sslmode=verify-full&${authority}`, (url) => {
        url.password = ''
      }),
      /password must be .*\): correct the user or the password in DATABASE_URL\.$/,
    ],
    [
      spelled(`sslmode=verify-full&${authority}`, (url) => {
        url.pathname = '/nowhere'
      }),
      /\(database "nowhere" does not exist\): create that database/,
    ],
  ]
  const wrong: string[] = []
  for (const [url, outcome] of cases) {
    const said = await startSentence(url)
    if (outcome ? !outcome.test(said ?? '') : said !== null) wrong.push(`${new URL(url).search}: ${said}`)
  }
  const taken = await occupy(spelled(`sslmode=verify-full&${authority}`))
  const full = await startSentence(spelled(`sslmode=verify-full&${authority}`))
  for (const client of taken) await client.end()
  if (!/^The database server has no connections left \(/.test(full ?? '')) wrong.push(String(full))
  report(task, {
    check: 'ways to write DATABASE_URL, and the sentence when one is wrong',
    tried: cases.length + 1,
    failed: wrong.length,
    lost: 0,
  })
  expect(wrong).toEqual([])
})

/** Every connection that an ordinary role can get, until one is refused. */
async function occupy(connectionString: string) {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      taken.push(client)
    } catch {
      return taken
    }
  }
}
