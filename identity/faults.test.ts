import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { AUDIENCE, ISSUER, mountIdentity } from './test-mount.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
const mounted: Awaited<ReturnType<typeof mountIdentity>>[] = []

beforeEach(async () => {
  database = await freshDatabase(inject('databaseServer'))
})
afterEach(async () => {
  await Promise.all(mounted.splice(0).map((shop) => shop.close()))
  await database.drop()
})

async function mount(changes?: Parameters<typeof mountIdentity>[2]) {
  const shop = await mountIdentity(database.url, undefined, changes)
  mounted.push(shop)
  return shop
}

const WITHIN = { timeout: 10_000, interval: 20 }
const person = { name: 'Ada', email: 'ada@example.com', password: 'six or more' }

/** Closes the database to everybody, ends what is connected, and opens it again afterwards. */
async function whileAway(work: () => Promise<void>) {
  const name = new URL(database.url).pathname.slice(1)
  const owner = new pg.Client({ connectionString: inject('databaseServer') })
  await owner.connect()
  await owner.query(`alter database ${name} with allow_connections false`)
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  try {
    await work()
  } finally {
    await owner.query(`alter database ${name} with allow_connections true`)
    await owner.end()
  }
}

describe('while the database is unreachable', () => {
  test('nobody is told to be signed out, sign-ins say to try again, and nothing secret is logged', async () => {
    const shop = await mount()
    const browser = shop.browser()
    await browser.visit('/api/auth/sign-up/email', { json: person })
    await whileAway(async () => {
      const pages = [
        await browser.visit('/api/auth/token'),
        await browser.visit('/api/auth/get-session'),
        await browser.visit('/api/auth/sign-in/email', { json: person }),
      ]
      for (const page of pages) expect([page.status, page.json.code]).toEqual([503, 'UNAVAILABLE'])
    })
    expect((await browser.visit('/api/auth/token')).status).toBe(200)
    expect(shop.log()).toContain('identity: the database is unreachable')
    expect(shop.log()).not.toMatch(/six or more|params|ada@example/)
  })

  test.each([
    ['sign-up/email', 'user', { ...person, email: 'new@example.com' }],
    ['sign-in/email', 'session', person],
    ['sign-out', 'session', {}],
    ['token', 'session', undefined],
    ['get-session', 'session', undefined],
  ])(
    '%s says to try again when the database fails under it and is back at once',
    async (call, table, json) => {
      const shop = await mount()
      const browser = shop.browser()
      await browser.visit('/api/auth/sign-up/email', { json: person })
      const [holder, killer] = await Promise.all(
        [1, 2].map(() => new pg.Client({ connectionString: database.url }).connect()),
      )
      await holder?.query('begin')
      await holder?.query(`lock table identity.${table}`)
      const answer = browser.visit(`/api/auth/${call}`, json && { json })
      await vi.waitUntil(async () => {
        const ended = await killer?.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return ended?.rowCount
      }, WITHIN)
      await holder?.query('rollback')
      const { status, json: body, headers } = await answer
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '10'])
      await Promise.all([holder?.end(), killer?.end()])
    },
  )

  test('a statement that fails is logged without its values', async () => {
    const shop = await mount()
    await shop.pool.query('alter table identity.session add constraint broken check (token = user_id)')
    const page = await shop.browser().visit('/api/auth/sign-up/email', { json: person })
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.json.message).toMatch(/Please try again/)
    expect(shop.log()).toContain('23514')
    expect(shop.log()).not.toMatch(/six or more|params|ada@example/)
  })
})

test('while all connections are busy, the log says so, and not that the database is unreachable', async () => {
  const shop = await mount()
  const { pool } = shop
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const { status, json } = await shop.browser().visit('/api/auth/sign-in/email', { json: person })
  for (const client of taken) client.release()
  expect([status, json.code]).toEqual([503, 'UNAVAILABLE'])
  expect(shop.log()).toContain('identity: all connections to the database are busy')
  expect(shop.log()).not.toContain('unreachable')
})

describe('keys and instances', () => {
  test('a second instance signs with the first one’s key', async () => {
    const [one, two] = [await mount(), await mount()]
    const { rows } = await one.pool.query('select id from identity.jwks')
    expect(rows).toHaveLength(1)
    const browser = one.browser('shop.test')
    await browser.visit('/api/auth/sign-up/email', { json: person })
    const { token } = (await browser.visit('/api/auth/token')).json
    const keys = createLocalJWKSet((await two.browser().visit('/api/auth/jwks')).json)
    await expect(jwtVerify(token, keys, { issuer: ISSUER, audience: AUDIENCE })).resolves.toBeTruthy()
  })

  test('another secret than before: a new key is made, old sessions are over, and tokens work again', async () => {
    const before = await mount()
    const browser = before.browser('shop.test')
    await browser.visit('/api/auth/sign-up/email', { json: person })
    const cookie = browser.cookies('/api/auth/token')
    const keyOf = (token: string) => decodeProtectedHeader(token).kid
    const oldKey = keyOf((await browser.visit('/api/auth/token')).json.token)
    const after = await mount({ secret: 'another secret that is long enough too' })
    expect(after.log()).toContain('the secret has changed')
    const fresh = after.browser('shop.test')
    expect((await fresh.visit('/api/auth/token', { headers: { cookie } })).status).toBe(401)
    await fresh.visit('/api/auth/sign-in/email', { json: person })
    const { status, json } = await fresh.visit('/api/auth/token')
    expect(status).toBe(200)
    expect(keyOf(json.token)).not.toBe(oldKey)
  })
})

describe('a fixed public address', () => {
  test('it decides about cookies and origins, whatever address the request seems to have', async () => {
    const shop = await mount({
      publicOrigin: 'https://shop.example',
      allowedOrigins: ['https://partner.example'],
    })
    const signUp = (origin: string, email: string) =>
      shop
        .browser('10.0.0.5')
        .visit('/api/auth/sign-up/email', { json: { ...person, email }, headers: { origin } })
    const page = await signUp('https://shop.example', 'one@example.com')
    expect(page.status).toBe(200)
    expect(String(page.headers['set-cookie'])).toMatch(/^__Secure-shop\.session_token=.+Secure/)
    expect((await signUp('https://partner.example', 'two@example.com')).status).toBe(200)
    expect((await signUp('http://10.0.0.5', 'three@example.com')).status).toBe(403)
  })
})
