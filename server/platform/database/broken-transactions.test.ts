import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { connect, isDatabaseUnreachable } from './connect.ts'

const patience = { timeout: 15_000 }

test('a connection that breaks between two statements of a transaction fails the transaction, not the shop', async () => {
  const url = inject('databaseServer')
  const db = connect({ connectionString: url }, () => {})
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await vi.waitUntil(async () => {
      const left = await other.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])
      return left.rows.length === 0
    }, patience)
    // The news of it has arrived once something else was asked and answered.
    await other.query('select 1')
    await tx.execute(sql`select 1`)
  })
  const error = await broken.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(isDatabaseUnreachable(error)).toBe(true)
  expect(uncaught).not.toHaveBeenCalled()
  const { rows } = await db.execute(sql`select 1 as works`)
  expect(rows).toEqual([{ works: 1 }])
  process.off('uncaughtException', uncaught)
  await other.end()
  await db.$client.end()
})

test('a transaction that cannot even begin gives its place in the pool back', async () => {
  const db = connect({ connectionString: inject('databaseServer') }, () => {}, 2)
  let breaking = true
  db.$client.on('acquire', (client) => {
    if (breaking) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  })
  for (let time = 0; time < 5; time++) await expect(db.transaction(async () => 'begun')).rejects.toThrow()
  breaking = false
  expect(await db.transaction(async () => 'begun')).toBe('begun')
  await vi.waitUntil(() => db.$client.totalCount === db.$client.idleCount, patience)
  await db.$client.end()
})

/** A pool of one connection, so that whatever comes next comes on the same one, to a database that can fall silent. */
async function openSingle(queryTimeoutMs: number) {
  const database = await freshDatabase(inject('databaseServer'))
  const wire = await openDatabaseProxy(database.url)
  const url = new URL(wire.url)
  url.searchParams.set('query_timeout', String(queryTimeoutMs))
  const db = connect({ connectionString: url.href }, () => {}, 1)
  const observer = new pg.Client({ connectionString: database.url })
  await observer.connect()
  await observer.query('create table written (what text)')
  onTestFinished(async () => {
    await observer.end()
    await wire.close()
    await database.drop()
  })
  const written = async () => (await observer.query('select what from written order by what')).rows
  return { db, wire, observer, written }
}

test('what is acknowledged after a time-out inside a transaction is not lost with that transaction', async () => {
  const { db, wire, written } = await openSingle(200)
  const timedOut = db.transaction(async (tx) => {
    await tx.execute(sql`insert into written values ('not acknowledged')`)
    wire.hold()
    await tx.execute(sql`insert into written values ('not acknowledged either')`)
  })
  await expect(timedOut).rejects.toSatisfy(isDatabaseUnreachable)
  wire.mend()
  await db.execute(sql`insert into written values ('acknowledged')`)
  await db.$client.end()
  expect(await written()).toEqual([{ what: 'acknowledged' }])
})

test('a transaction whose begin is not answered in time gives its place in the pool back at once', async () => {
  const { db, wire } = await openSingle(200)
  await db.execute(sql`select 1`)
  wire.hold()
  await expect(db.transaction(async () => 'begun')).rejects.toSatisfy(isDatabaseUnreachable)
  wire.mend()
  expect(await db.transaction(async () => 'begun')).toBe('begun')
  await db.$client.end()
})

test('a connection that is given back in the middle of a transaction is thrown away', async () => {
  const { db, written } = await openSingle(5_000)
  const client = await db.$client.connect()
  await client.query('begin')
  await client.query(`insert into written values ('not acknowledged')`)
  client.release()
  await db.execute(sql`insert into written values ('acknowledged')`)
  await db.$client.end()
  expect(await written()).toEqual([{ what: 'acknowledged' }])
})
