import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { connect, isDatabaseAway } from './connect.ts'

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
    })
    // The news of it has arrived once something else was asked and answered.
    await other.query('select 1')
    await tx.execute(sql`select 1`)
  })
  const error = await broken.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(isDatabaseAway(error)).toBe(true)
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
  await vi.waitUntil(() => db.$client.totalCount === db.$client.idleCount)
  await db.$client.end()
})
