import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createOrdinaryRole } from '#test/ordinary-role.ts'
import { commandsOf } from '#test/run-command.ts'
import { openTestShop } from '#test/shop.ts'
import { startupErrorMessage } from '../../operations/processes/startup-error-message.ts'
import { migrate } from './migrate.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-role-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function openRole(rights: { owner: boolean }) {
  const role = await createOrdinaryRole(inject('databaseServer'), rights)
  onTestFinished(role.drop)
  return role
}

const openShopOf = async (url: string) => {
  const shop = await openTestShop(inject('databaseServer'), { DATABASE_URL: url })
  onTestFinished(shop.close)
  return shop
}

test('a role that owns nothing but its database runs a shop, backs it up and restores it', async () => {
  const role = await openRole({ owner: true })
  const shop = await openShopOf(role.url)
  expect((await shop.signUp()).token).toBeTruthy()
  const commands = commandsOf(shop)
  const [file, dataDir] = [path.join(folder, 'shop.gz'), path.join(folder, 'restored')]
  const env = { DATABASE_URL: role.url }
  expect(await commands.run('backup', { words: [file], env })).toMatchObject({ code: 0 })
  const elsewhere = { DATABASE_URL: role.spareUrl, DATA_DIR: dataDir }
  expect(await commands.run('restore', { words: [file], env: elsewhere })).toMatchObject({
    code: 0,
    said: expect.stringContaining('matches the backup'),
  })
})

test('without owning it, the right to create in the database and in its public schema is enough', async () => {
  const { name, url, asSuperuser } = await openRole({ owner: false })
  const attempt = () => migrate({ connectionString: url }).then(() => null, startupErrorMessage)
  const advice = ': make the user of DATABASE_URL the owner of its database.'
  expect(await attempt()).toMatch(/^The database server refuses the shop \(permission denied .*\)/)
  expect(await attempt()).toContain(advice)
  await asSuperuser(`grant create on database ${new URL(url).pathname.slice(1)} to ${name}`)
  expect(await attempt()).toBe(
    `The database server refuses the shop (permission denied for schema public)${advice}`,
  )
  await asSuperuser(`grant create on schema public to ${name}`)
  await openShopOf(url)
})

test.each([
  [
    'a server without free connections',
    (role: string) => `alter role ${role} connection limit 0`,
    /^The database server has no connections left \(too many connections .*\): allow more of them there, or lower DATABASE_POOL\.$/,
  ],
  [
    'a standby',
    (role: string) => `alter role ${role} set default_transaction_read_only = on`,
    /^The database server is read-only \(.*\): point DATABASE_URL at the primary, not at a standby\.$/,
  ],
  [
    'a server that is too old',
    (role: string) =>
      pretending(role, `create function pretended.current_setting(text) returns text return '140019'`),
    /^The database server must be PostgreSQL 15 or newer\.$/,
  ],
  [
    'a server without the extensions',
    (role: string) =>
      pretending(role, 'create view pretended.pg_available_extensions as select null::name as name'),
    /^The database server lacks the extensions pg_trgm and unaccent: install its "contrib" package\.$/,
  ],
])('%s: the start says so in a sentence', async (_what, change, sentence) => {
  const { name, url, asSuperuser } = await openRole({ owner: true })
  await asSuperuser(change(name))
  const problem = await migrate({ connectionString: url }).then(() => null, startupErrorMessage)
  expect(problem).toMatch(sentence)
})

/** Puts something in front of what the server says of itself. */
const pretending = (role: string, what: string) => `
  create schema pretended; ${what};
  grant usage on schema pretended to ${role}; grant select on all tables in schema pretended to ${role};
  alter role ${role} set search_path = pretended, pg_catalog`

test('when the server has no connections left, calls are asked to come back, and then served', async () => {
  const { name, url, asSuperuser } = await openRole({ owner: true })
  const shop = await openShopOf(url)
  await asSuperuser(`alter role ${name} connection limit 0`)
  await asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}' and pid <> pg_backend_pid()`,
  )
  const read = () => shop.call('GET', '/api/product/00000000-0000-7000-8000-000000000000')
  const refused = await read()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  await asSuperuser(`alter role ${name} connection limit -1`)
  expect((await read()).status).toBe(404)
})
