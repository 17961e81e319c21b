import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { identityMigrations } from '#identity/migrations.ts'
import { bareDatabase } from '#test/database.ts'
import { StartupError } from '../startup/startup-error.ts'
import { connectForLong } from './connect.ts'
import { holdMigrations, migrate, shopMigrations } from './migrate.ts'

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

test.each([shopMigrations, identityMigrations])(
  'a database that a newer version has made is refused, by $schema.$table',
  async (set) => {
    const { url, drop } = await bareDatabase(inject('databaseServer'))
    const sets = [shopMigrations, identityMigrations]
    await migrate({ connectionString: url }, { sets })
    const client = await connectForLong({ connectionString: url }, 'test')
    await client.query(
      `insert into ${set.schema}.${set.table} (hash, created_at) values ('x', 99999999999999)`,
    )
    await client.end()
    await expect(migrate({ connectionString: url }, { sets })).rejects.toThrow(
      new StartupError(
        'The database was made by a newer version of the shop: install that version or restore an older backup.',
      ),
    )
    await drop()
  },
)

test('a database that cannot hold every name is refused', async () => {
  const server = inject('databaseServer')
  const client = await connectForLong({ connectionString: server }, 'test')
  await client.query(`create database latin encoding 'LATIN1' locale 'C' template template0`)
  const url = server.replace(/(\/)[^/?]*(\?|$)/, '$1latin$2')
  await expect(migrate({ connectionString: url })).rejects.toThrow(
    new StartupError(
      `The database has the encoding LATIN1: create one with "encoding 'UTF8' template template0".`,
    ),
  )
  await client.query('drop database latin')
  await client.end()
})

test('with nobody in the way nothing is said', async () => {
  const { url, drop } = await bareDatabase(inject('databaseServer'))
  const said: string[] = []
  await migrate({ connectionString: url }, { say: (sentence) => said.push(sentence) })
  expect(said).toEqual([])
  await drop()
})
