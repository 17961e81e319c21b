import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { LIVE } from '#test/live-settings.ts'
import { openTestShop, type TestShop } from '#test/shop.ts'
import { ensureAdmin, type FirstAdmin, type IdentityAccounts } from './ensure-admin.ts'

// Each test starts a whole shop several times.
vi.setConfig({ testTimeout: 60_000 })
const patience = { timeout: 15_000 }

/** One database and one data folder through several starts of the shop. */
async function startable() {
  const database = await freshDatabase(inject('databaseServer'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-admin-'))
  // Tokens name the address of the shop that gave them.
  const PORT = String(await freePort())
  const open = new Set<TestShop>()
  const stop = async (shop: TestShop) => {
    open.delete(shop)
    await shop.close()
  }
  onTestFinished(async () => {
    for (const shop of open) await shop.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    passwordFile: path.join(dataDir, 'first-admin.txt'),
    async start(variables: Record<string, string> = {}) {
      const shop = await openTestShop(inject('databaseServer'), {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT,
        ...variables,
      })
      open.add(shop)
      return shop
    },
    stop,
  }
}

const signIn = (shop: TestShop, email: string, password: string) =>
  shop.call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: shop.origin },
  })
const mayListUsers = async (shop: TestShop, token: string) =>
  (await shop.call('GET', '/api/user', { token })).status === 200

test('whoever signed up with the address that ADMIN_EMAIL names later does not become admin: the start says what to do', async () => {
  const { start, stop } = await startable()
  const before = await start()
  const stranger = await before.signUp({ email: 'owner@example.com' })
  await stop(before)

  // An empty variable counts as not set.
  for (const ADMIN_PASSWORD of ['', 'the-owner-chose-this'])
    await expect(start({ ADMIN_EMAIL: 'Owner@example.com', ADMIN_PASSWORD })).rejects.toThrow(
      'Somebody has signed up with owner@example.com, the address of ADMIN_EMAIL. If it was you, run "npm run make-admin -- owner@example.com" and start again; if not, set ADMIN_EMAIL to another address.',
    )
  // A live start that was refused does not make it the data of a live shop.
  await expect(start({ ...LIVE, ADMIN_EMAIL: 'owner@example.com' })).rejects.toThrow(
    /^Somebody has signed up/,
  )
  const after = await start()
  expect(await mayListUsers(after, stranger.token)).toBe(false)
  expect((await signIn(after, stranger.email, stranger.password)).status).toBe(200)
})

test('a stranger who holds the demo admin’s address does not become admin either', async () => {
  const { start, stop } = await startable()
  const owned = await start({ ADMIN_EMAIL: 'owner@example.com' })
  await owned.signUp({ email: 'admin@shop.example' })
  await owned.shop.db.$client.query('delete from users')
  await stop(owned)
  await expect(start()).rejects.toThrow(/^Somebody has signed up with admin@shop\.example, .*ADMIN_EMAIL/)
})

test('an admin whom somebody made admin in the shop may be named, and so may the account that opens with ADMIN_PASSWORD', async () => {
  const { start, stop } = await startable()
  const first = await start()
  const promoted = await first.signUpAdmin({ email: 'promoted@example.com' })
  const owner = await first.signUp({ email: 'owner@example.com', password: 'only-the-owner-knows' })
  await stop(first)
  const second = await start({ ADMIN_EMAIL: promoted.email })
  expect(await mayListUsers(second, promoted.token)).toBe(true)
  await stop(second)
  const third = await start({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password })
  expect(await mayListUsers(third, owner.token)).toBe(true)
})

test('a first start that ended before the admin was appointed is taken up with the password in the file', async () => {
  const { start, stop, passwordFile } = await startable()
  const first = await start({ ADMIN_EMAIL: 'owner@example.com' })
  await first.shop.db.$client.query('delete from users')
  await stop(first)
  const again = await start({ ADMIN_EMAIL: 'owner@example.com' })
  const [, password = ''] = (await readFile(passwordFile, 'utf8')).split('\n')
  expect((await signIn(again, 'owner@example.com', password)).status).toBe(200)
  const { rows } = await again.shop.db.$client.query('select email, role from users')
  expect(rows).toEqual([{ email: 'owner@example.com', role: 'admin' }])
})

test('the password of one first admin does not take the place of another’s', async () => {
  const { start, stop, passwordFile } = await startable()
  const first = await start()
  const before = await readFile(passwordFile, 'utf8')
  expect(before).toMatch(/^admin@shop\.example\n\S{12}\n$/)
  await stop(first)
  const second = await start({ ADMIN_EMAIL: 'owner@example.com' })
  const after = await readFile(passwordFile, 'utf8')
  expect(after.startsWith(before)).toBe(true)
  const [email, password = ''] = after.slice(before.length).split('\n')
  expect((await signIn(second, String(email), password)).status).toBe(200)
  await stop(second)
  const third = await start({ ADMIN_EMAIL: 'owner@example.com' })
  expect(await readFile(passwordFile, 'utf8')).toBe(after)
  await stop(third)
})

test('on an emptied database the password in the file is the admin’s again', async () => {
  const { start, passwordFile } = await startable()
  await writeFile(passwordFile, 'admin@shop.example\nkept-password\n')
  const shop = await start()
  expect((await signIn(shop, 'admin@shop.example', 'kept-password')).status).toBe(200)
  expect(await readFile(passwordFile, 'utf8')).toBe('admin@shop.example\nkept-password\n')
})

test('of two instances that start at once, only the one that made the admin keeps a password', async () => {
  const { start } = await startable()
  const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(os.tmpdir(), 'shop-admin-'))))
  onTestFinished(() =>
    Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))).then(() => {}),
  )
  const shared = { IDENTITY_SECRET: 'a secret that both instances were given' }
  const shops = await Promise.all(
    folders.map(async (folder) => start({ ...shared, DATA_DIR: folder, PORT: String(await freePort()) })),
  )
  const kept = await Promise.all(
    folders.map((folder) => readFile(path.join(folder, 'first-admin.txt'), 'utf8').catch(() => null)),
  )
  const [only, ...more] = kept.filter((text) => text !== null)
  expect(more).toEqual([])
  const [email = '', password = ''] = (only ?? '').split('\n')
  for (const shop of shops) expect((await signIn(shop, email, password)).status).toBe(200)
})

test('an instance that starts while another appoints the admin waits for it', async () => {
  const { start } = await startable()
  const { shop } = await start()
  const { config, db } = shop
  // The whole identity service, of which the shop knows a part.
  const identity = shop.identity as typeof shop.identity & IdentityAccounts
  const ofOwner = { ...shop, config: { ...config, admin: { email: 'owner@example.com', password: null } } }
  let second: Promise<FirstAdmin | null> | undefined
  const first = await ensureAdmin(ofOwner, {
    ...identity,
    // At its end the account is there, and not yet an admin's.
    async ensureAccount(person) {
      const made = await identity.ensureAccount(person)
      const otherFolder = path.join(config.dataDir, 'other')
      second = ensureAdmin({ ...ofOwner, config: { ...ofOwner.config, dataDir: otherFolder } }, identity)
      const waits = vi.waitUntil(async () => {
        const { rows } = await db.$client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        )
        return rows.length > 0
      }, patience)
      await Promise.race([waits, second])
      return made
    },
  })
  expect(first).toMatchObject({ email: 'owner@example.com' })
  expect(await second).toBeNull()
})
