import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createIdentity } from '#identity/identity.ts'
import { freshDatabase } from '#test/database.ts'
import { LIVE } from '#test/live-settings.ts'
import { openTestShop } from '#test/shop.ts'
import { readConfig } from '../../config.ts'
import { openShop } from '../../open-shop.ts'
import { createLog } from '../../platform/log/log.ts'
import { startupErrorMessage } from './startup-error-message.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-startup-'))
const file = path.join(folder, 'a-file')
await writeFile(file, '')
const database = await freshDatabase(inject('databaseServer'))
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const settings = (variables: Record<string, string>) => ({
  DATABASE_URL: database.url,
  DATA_DIR: path.join(folder, 'data'),
  PORT: '0',
  LOG_LEVEL: 'silent',
  ...variables,
})

/** What stands in the way of a start, as main.ts would print it. */
async function startupProblem(variables: Record<string, string>) {
  try {
    const open = await openShop(readConfig(settings(variables)), createLog('silent'), { createIdentity })
    await open.close()
  } catch (error) {
    return startupErrorMessage(error)
  }
}

async function start(variables: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../main.ts'), ...words], {
    env: { PATH: process.env.PATH, ...settings(variables) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said, complained, [code]] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'close'),
  ])
  return { code, said: said.join('').trim(), complained: complained.join('').trim() }
}

const elsewhere = (change: (url: URL) => void) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

test.each([
  [
    'a DATA_DIR that cannot be written to',
    { DATA_DIR: path.join(file, 'data') },
    /^The file .*secrets\.json cannot be written: not a directory\. Let this user write there, or set DATA_DIR to another folder\.$/,
  ],
  [
    'an embedded database in such a place',
    { DATA_DIR: path.join(file, 'data'), DATABASE_URL: '' },
    /^The file .*secrets\.json cannot be written/,
  ],
  [
    'a database server that does not answer',
    { DATABASE_URL: 'postgres://shop:hush@127.0.0.1:1/shop' },
    'The database cannot be reached: is it running, and is DATABASE_URL right?',
  ],
  [
    'a database server that nobody knows',
    { DATABASE_URL: 'postgres://shop:hush@database.invalid/shop' },
    'The database cannot be reached: is it running, and is DATABASE_URL right?',
  ],
  [
    'a database user whom the server does not know',
    {
      DATABASE_URL: elsewhere((url) => {
        url.username = 'stranger'
        url.password = 'hush'
      }),
    },
    'The database server refuses the shop (role "stranger" does not exist): correct the user or the password in DATABASE_URL.',
  ],
  [
    'a database that was not created',
    {
      DATABASE_URL: elsewhere((url) => {
        url.pathname = '/not_created'
        url.password = 'hush'
      }),
    },
    'The database server refuses the shop (database "not_created" does not exist): create that database, owned by the user of DATABASE_URL.',
  ],
  [
    'TLS that the database server does not have',
    { DATABASE_URL: elsewhere((url) => url.searchParams.set('sslmode', 'verify-full')) },
    'The database server refuses the shop (The server does not support SSL connections): turn TLS on there, or leave sslmode out of DATABASE_URL.',
  ],
  [
    'a certificate authority that is not there',
    { DATABASE_URL: elsewhere((url) => url.searchParams.set('sslrootcert', path.join(folder, 'ca.pem'))) },
    /ca\.pem cannot be used: no such file or directory\.$/,
  ],
  [
    'a HOST that is not an address of this machine',
    { HOST: '192.0.2.7' },
    'HOST=192.0.2.7 is not an address of this machine: leave HOST out to listen on all of its addresses, or use 127.0.0.1 behind a proxy.',
  ],
  [
    'a HOST that nobody knows',
    { HOST: 'shop.invalid' },
    /^HOST=shop\.invalid is not an address of this machine: /,
  ],
  [
    'a bad setting',
    { TRUST_PROXY: 'yes', LOG_LEVEL: 'loud' },
    /\n {2}- TRUST_PROXY must be true.*\n {2}- LOG_LEVEL must be fatal/,
  ],
])('%s: the start says so in a sentence, without a secret', async (_what, variables, sentence) => {
  const problem = await startupProblem(variables)
  expect(problem).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
  expect(problem).not.toContain('hush')
})

test('the data of a live shop is not opened in demo mode, and not migrated either', async () => {
  const live = await openTestShop(inject('databaseServer'), LIVE)
  onTestFinished(live.close)
  // As if the program were newer: applied again, the migration would fail.
  const { $client: pool } = live.shop.db
  await pool.query(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  )
  expect(await startupProblem(live.shared)).toBe(
    'This is the data of a live shop, which demo mode would open to everyone. Set SHOP_ENV=live and its other settings (is the .env file missing?), or give the demo its own DATA_DIR or DATABASE_URL.',
  )
  expect((await live.call('GET', '/api/products')).json).toEqual([])
})

test('the process ends with that sentence, without a stack', async () => {
  const DATABASE_URL = 'postgres://shop:hush@127.0.0.1:1/shop'
  expect(await start({ DATABASE_URL })).toEqual({
    code: 1,
    said: '',
    complained: 'The database cannot be reached: is it running, and is DATABASE_URL right?',
  })
})

test('--help says what there is, and what is unknown is refused', async () => {
  const help = await start({}, ['--help'])
  expect(help).toMatchObject({ code: 0, complained: '' })
  expect(help.said).toMatch(/^Usage: npm start\n[\s\S]*README\.md/)
  expect(await start({}, ['--port=80'])).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^Unknown option --port\.\nUsage: npm start$/),
  })
})
