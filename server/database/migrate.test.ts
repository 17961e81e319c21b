import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { bareDatabase } from '#test/database.ts'
import { StartupError } from '../startup-error.ts'
import { holdMigrations, migrate } from './migrate.ts'

/** An empty database that somebody else keeps from being migrated. */
async function openHeld() {
  const { url, drop } = await bareDatabase(inject('databaseServer'))
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  onTestFinished(async () => {
    await holder.end()
    await drop()
  })
  await holder.query('begin')
  await holdMigrations(holder)
  return { connection: { connectionString: url }, release: () => holder.query('commit') }
}

test('waiting for another instance’s migration is said, and goes on when that one is ready', async () => {
  const { connection, release } = await openHeld()
  const said: string[] = []
  await migrate(connection, {
    say(sentence) {
      said.push(sentence)
      void release()
    },
  })
  expect(said).toEqual(['Another instance is preparing the database: waiting for it, 5 minutes at most.'])
})

test('nobody waits for ever: the one that cannot get on says which process stands in the way', async () => {
  const { connection } = await openHeld()
  const waited = migrate(connection, { say: () => {}, waitMs: 100 })
  await expect(waited).rejects.toThrow(StartupError)
  await expect(waited).rejects.toThrow(
    /^Another instance has kept the database for longer than .*: end it \(PostgreSQL's process \d+\), then start again\.$/,
  )
})

test('with nobody in the way nothing is said', async () => {
  const { url, drop } = await bareDatabase(inject('databaseServer'))
  const said: string[] = []
  await migrate({ connectionString: url }, { say: (sentence) => said.push(sentence) })
  expect(said).toEqual([])
  await drop()
})
