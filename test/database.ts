import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/operations/embedded-postgres/start.ts'
import { migrate } from '#server/platform/database/migrate.ts'

const TEMPLATE = 'shop_template'

/** One server for a whole test run: the embedded one without fsync, or the one at TEST_DATABASE_URL. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    await makeTemplate(given)
    return { url: given, stop: async () => {} }
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-test-'))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  }
  const embedded = await startEmbeddedPostgres({ dataDir, settings })
  const { user, database, host } = embedded.connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  await makeTemplate(url)
  return {
    url,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A migrated, empty database of one's own. */
export const freshDatabase = (serverUrl: string) => createDatabase(serverUrl, TEMPLATE)

/** A database of one's own in which nothing was made yet. */
export const bareDatabase = (serverUrl: string) => createDatabase(serverUrl, 'template1')

async function createDatabase(serverUrl: string, template: string) {
  const name = `shop_test_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, `create database ${name} template ${template}`)
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  }
}

/** Not `with (force)`: that is refused while PostgreSQL's own housekeeping is at work in there, which a plain drop sends away. */
async function dropDatabase(serverUrl: string, name: string) {
  await asOwner(
    serverUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
  )
  await asOwner(serverUrl, `drop database if exists ${name}`)
}

async function makeTemplate(serverUrl: string) {
  await dropDatabase(serverUrl, TEMPLATE)
  await asOwner(serverUrl, `create database ${TEMPLATE}`)
  const connection = { connectionString: databaseUrl(serverUrl, TEMPLATE) }
  await migrate(connection)
}

function databaseUrl(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asOwner(serverUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
