import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openTestShop } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000 })

const POOL_SIZE = 10

/** A shop, and a second way into its database. */
async function openOnDatabase(settings: Record<string, string> = {}) {
  const database = await freshDatabase(inject('databaseServer'))
  const url = new URL(database.url)
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value)
  const shop = await openTestShop(inject('databaseServer'), { DATABASE_URL: url.href })
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await shop.close()
    await database.drop()
  })
  return { shop, owner, name: url.pathname.slice(1) }
}

test('after a failover a write asks to be repeated, and repeated it reaches the server that takes writes', async () => {
  const { shop, owner, name } = await openOnDatabase()
  const { token } = await shop.signUpAdmin()
  const [{ _id }] = (await shop.call('GET', '/api/products')).json
  const feedback = { name: 'Ada', email: 'a', feedback: 'Good' }
  const account = { name: 'Ada', email: 'ada@example.com', password: 'secret' }
  const writes = {
    'one statement': () => shop.call('POST', '/api/feedback', { body: feedback }),
    'a transaction': () =>
      shop.call('POST', `/api/products/${_id}/stock`, { token, body: { add: 100, reason: 'Delivery' } }),
    'the identity service': () =>
      shop.call('POST', '/api/auth/sign-up/email', { body: account, headers: { origin: shop.origin } }),
  }
  for (const [what, write] of Object.entries(writes)) {
    // Whoever connects meanwhile stays read-only, like a connection to a server that was the primary.
    await owner.query(`alter database ${name} set default_transaction_read_only = on`)
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    const { $client } = shop.shop.db
    const connected = await Promise.all(
      Array.from({ length: POOL_SIZE }, async () => {
        for (;;) {
          const client = await $client.connect()
          const { rows } = await client
            .query('show default_transaction_read_only')
            .catch(() => ({ rows: [] }))
          if (rows[0]?.default_transaction_read_only === 'on') return client
          client.release(true)
        }
      }),
    )
    for (const client of connected) client.release()
    await owner.query(`alter database ${name} reset default_transaction_read_only`)

    const answers = [await write()]
    while (answers.at(-1)?.status === 503 && answers.length <= POOL_SIZE) answers.push(await write())
    expect([answers[0]?.status, Number(answers[0]?.headers.get('retry-after'))], what).toEqual([
      503,
      expect.toSatisfy((seconds: number) => seconds > 0),
    ])
    expect(answers.at(-1)?.status, what).toBe(200)
  }
})

test('a statement that takes longer than it may asks to be repeated', async () => {
  const { shop, owner } = await openOnDatabase({ statement_timeout: '1000' })
  const read = () => shop.call('GET', '/api/product/00000000-0000-7000-8000-000000000000')
  await owner.query('begin')
  await owner.query('lock table products')
  const late = await read()
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2'])
  await owner.query('rollback')
  expect((await read()).status).toBe(404)
})
