import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { mountIdentity } from '../test-mount.ts'

let shop: Awaited<ReturnType<typeof mountIdentity>>
let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  shop = await mountIdentity(database.url)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const password = 'the right one'
let people = 0

async function person() {
  const email = `person.${++people}@example.com`
  await shop.identity.ensureAccount({ email, name: 'Somebody', password })
  return email
}

const signIn = (address: string, email: string, secret = password) =>
  shop.browser('localhost', address).visit('/api/auth/sign-in/email', { json: { email, password: secret } })

const networksOf = async (email: string) => {
  const { rows } = await shop.pool.query(
    `select n.* from identity.known_network n join identity.user u on u.id = n.user_id where u.email = $1 order by used_at`,
    [email],
  )
  return rows
}

test('a network is remembered with the right password, also at sign-up, once, and not readably', async () => {
  const email = await person()
  await signIn('192.0.2.1', email, 'wrong password')
  expect(await networksOf(email)).toEqual([])
  await signIn('192.0.2.1', email)
  await signIn('192.0.2.1', email.toUpperCase())
  const [remembered, ...others] = await networksOf(email)
  expect(others).toEqual([])
  expect(JSON.stringify(remembered)).not.toContain('192.0.2')
  const json = { name: 'New', email: 'new@example.com', password }
  await shop.browser('localhost', '192.0.2.1').visit('/api/auth/sign-up/email', { json })
  expect(await networksOf(json.email)).toHaveLength(1)
})

test('an account keeps the last twenty', async () => {
  const email = await person()
  for (let network = 1; network <= 20; network++) await signIn(`192.0.3.${network}`, email)
  const [oldest, ...kept] = await networksOf(email)
  await signIn('192.0.3.21', email)
  const now = (await networksOf(email)).map(({ hash }) => hash)
  expect(now).toHaveLength(20)
  expect(now).not.toContain(oldest.hash)
  expect(now).toEqual(expect.arrayContaining(kept.map(({ hash }) => hash)))
})

test('they are forgotten after 90 days without a sign-in, and with the account', async () => {
  const email = await person()
  await signIn('192.0.4.1', email)
  await signIn('192.0.4.2', email)
  const [first] = await networksOf(email)
  const age = (days: number, hash: string) =>
    shop.pool.query(
      `update identity.known_network set used_at = now() - make_interval(days => $1) where hash = $2`,
      [days, hash],
    )
  await age(89, first.hash)
  expect((await networksOf(email))[0]).toMatchObject({ hash: first.hash })
  await signIn('192.0.4.1', email)
  expect((await networksOf(email))[1], 'used last').toMatchObject({ hash: first.hash })
  await age(91, first.hash)
  await shop.identity.deleteExpired()
  expect((await networksOf(email)).map(({ hash }) => hash)).not.toContain(first.hash)
  expect(await networksOf(email)).toHaveLength(1)
  const subject = String((await shop.identity.findAccount(email))?.subject)
  await shop.identity.deleteAccount(subject)
  const { rows } = await shop.pool.query('select * from identity.known_network where user_id = $1', [subject])
  expect(rows).toEqual([])
})

test('wrong guesses of strangers at an account are counted over all networks, those of its own networks are not', async () => {
  const email = await person()
  const key = `guessesAtAccount:${createHash('sha256').update(email).digest('hex')}`
  const counted = async () => {
    const { rows } = await shop.pool.query('select points from identity.throttle where key = $1', [key])
    return rows.map(({ points }) => points)
  }
  await signIn('192.0.5.1', email)
  for (let stranger = 1; stranger <= 3; stranger++)
    await signIn(`10.5.${stranger}.1`, email, 'wrong password')
  await signIn('192.0.5.1', email, 'mistyped')
  expect(await counted()).toEqual([3])
  expect((await signIn('10.5.4.1', email)).status).toBe(200)
  expect(await counted()).toEqual([3])
})
