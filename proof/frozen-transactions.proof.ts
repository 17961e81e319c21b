import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { startAuditedCustomers } from './audited-customers.ts'
import { signal } from './processes.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

// Longer than a statement and then its rollback wait for an answer.
const FREEZE_MS = 25_000
const ROUNDS = 2
const LOCKED_MS = 2_000
const WRITERS = 12
const MESSAGES = 300

type Listed = { _id: string; name: string }

test('PostgreSQL frozen for 25 seconds in the middle of transactions', async ({ task, skip }) => {
  if (process.env.TEST_DATABASE_URL)
    return skip('the processes of an outside PostgreSQL are not ours to freeze')
  const server = await freshDatabase(inject('databaseServer'))
  onTestFinished(server.drop)
  const url = new URL(server.url)
  // The server's own limits would end most of the transactions; a pooler in between may not pass them on.
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    url.searchParams.set(limit, '0')
  const shop = await startShop({ DATABASE_URL: url.href })
  onTestFinished(shop.stop)
  const database = new pg.Client({ connectionString: server.url })
  await database.connect()
  onTestFinished(() => database.end())
  const { call, answers, adminToken: token } = await startAuditedCustomers(shop, { customers: 0 })

  /** The shop's connections with their state. */
  const connections = async () =>
    (
      await database.query<{ pid: number; state: string }>(
        `select pid, state from pg_stat_activity where datname = current_database() and application_name = 'hundredweight'`,
      )
    ).rows

  for (let number = 0; number < WRITERS; number++) {
    const body = { name: `Restocked ${number}`, image: '/x.svg', description: 'Steel', price: 1, quantity: 1 }
    await call('POST', '/api/products', { token, body })
  }
  const products = ((await call('GET', '/api/products')).json as Listed[]).filter(({ name }) =>
    name.startsWith('Restocked '),
  )

  let lost = 0
  let caught = 0
  let acknowledged = 0
  for (let round = 0; round < ROUNDS; round++) {
    let frozen: number[] | null = null
    const restocking = products.map(async ({ _id }) => {
      while (!frozen)
        await call('POST', `/api/products/${_id}/stock`, { token, body: { add: 1, reason: 'More' } })
    })
    while (!frozen) {
      const pids = (await connections()).map(({ pid }) => pid)
      for (const pid of pids) signal(pid, 'SIGSTOP')
      const asked = connections()
      // A process that was stopped with a lock of the whole server in its hand answers nobody: another try.
      const seen = await Promise.race([asked, delay(LOCKED_MS, [])])
      const held = seen.filter(({ state }) => state.startsWith('idle in transaction')).length
      if (held) frozen = pids
      else for (const pid of pids) signal(pid, 'SIGCONT')
      await asked
      caught += held
    }
    const until = Date.now() + FREEZE_MS
    await Promise.all(restocking)
    await delay(until - Date.now())
    for (const pid of frozen) signal(pid, 'SIGCONT')

    // Nothing but single statements from here on: a commit would save what stands in a transaction by mistake.
    const told = new Set<string>()
    const writing = Array.from({ length: WRITERS }, async () => {
      while (told.size < MESSAGES) {
        const feedback = randomUUID()
        const body = { name: 'A visitor', email: 'visitor@example.com', feedback }
        if ((await call('POST', '/api/feedback', { body })).status === 200) told.add(feedback)
      }
    })
    await Promise.all(writing)
    await shop.killServer()
    const { rows } = await database.query<{ feedback: string }>('select feedback from feedback')
    const kept = new Set(rows.map(({ feedback }) => feedback))
    lost += [...told].filter((text) => !kept.has(text)).length
    acknowledged += told.size
  }
  const failed = answers['500'] ?? 0
  report(task, {
    check: 'PostgreSQL frozen for 25 s inside transactions',
    tried: acknowledged,
    failed,
    lost,
    remark: `${caught} transactions were caught, in ${ROUNDS} freezes`,
  })
  expect(lost, 'what was acknowledged and is not there').toBe(0)
  expect(failed, 'unexpected errors').toBe(0)
})
