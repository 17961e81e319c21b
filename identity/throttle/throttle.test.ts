import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { mountIdentity } from '../test-mount.ts'

// Dozens of passwords are hashed, each of which takes a tenth of a second of a core that others use, too.
vi.setConfig({ testTimeout: 60_000 })

let shop: Awaited<ReturnType<typeof mountIdentity>>
let twin: Awaited<ReturnType<typeof mountIdentity>>
let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  shop = await mountIdentity(database.url)
  twin = await mountIdentity(database.url)
})
afterAll(async () => {
  await shop.close()
  await twin.close()
  await database.drop()
})

const password = 'the right one'
let networks = 0
const newAddress = () => `198.51.100.${++networks}`

async function person(email: string) {
  await shop.identity.ensureAccount({ email, name: 'Somebody', password })
  return email
}

function signIn(address: string, email: string, secret: string, at = shop) {
  return at
    .browser('localhost', address)
    .visit('/api/auth/sign-in/email', { json: { email, password: secret } })
}

async function failTenTimes(address: string, email: string) {
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await signIn(address, email, 'wrong password')).status).toBe(401)
}

describe('wrong passwords', () => {
  test('the eleventh is refused without hashing; the owner signs in from elsewhere, and others from the same place', async () => {
    const [attacker, home] = [newAddress(), newAddress()]
    const email = await person('owner@example.com')
    await failTenTimes(attacker, email)
    const { result: refused, hashes } = await countHashes(() => signIn(attacker, email, password))
    expect([refused.status, hashes]).toEqual([429, 0])
    expect(refused.json.code).toBe('TOO_MANY_WRONG_PASSWORDS')
    expect(refused.json.message).toMatch(/^Too many wrong passwords\. Try again in 1[0-5] minutes\.$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect((await signIn(home, email, password)).status).toBe(200)
    expect((await signIn(attacker, await person('neighbour@example.com'), password)).status).toBe(200)
  })

  test('instances count together', async () => {
    const address = newAddress()
    const email = await person('twice@example.com')
    await failTenTimes(address, email)
    expect((await signIn(address, email, password, twin)).status).toBe(429)
  })

  test('fifty at the same moment are no way around the limit', async () => {
    const address = newAddress()
    const email = await person('burst@example.com')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signIn(address, email, 'wrong password')),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(40).fill(429)])
  })

  test('right passwords never count, and one of them forgives the wrong ones before it', async () => {
    const address = newAddress()
    const email = await person('forgetful@example.com')
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1) await signIn(address, email, 'wrong password')
      expect((await signIn(address, email, password)).status).toBe(200)
    }
  })

  test('one address may be wrong a hundred times, over all accounts', async () => {
    const address = newAddress()
    await shop.pool.query('insert into identity.throttle values ($1, 100, $2)', [
      `wrongPasswords:${address}`,
      Date.now() + 60_000,
    ])
    const email = await person('victim@example.com')
    const refused = await signIn(address, email, password)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect((await signIn(newAddress(), email, password)).status).toBe(200)
  })

  test('one wide network may be wrong four hundred times; who signed in from there before is not kept out', async () => {
    const email = await person('in.the.street@example.com')
    const home = '203.0.113.1'
    expect((await signIn(home, email, password)).status).toBe(200)
    await shop.pool.query(
      `update identity.throttle set points = case when key = $2 then 100 else 400 end, expire = $3 where key in ($1, $2)`,
      ['wrongPasswordsWide:203.0.113.0/24', `wrongPasswords:${home}`, Date.now() + 60_000],
    )
    expect((await signIn('203.0.113.2', email, password)).status).toBe(429)
    expect((await signIn(home, await person('visiting@example.com'), password)).status).toBe(429)
    expect((await signIn(home, email, password)).status).toBe(200)
  })

  test('what a network was refused does not count for its neighbors', async () => {
    const narrow = '203.0.115.1'
    await shop.pool.query('insert into identity.throttle values ($1, 100, $2)', [
      `wrongPasswords:${narrow}`,
      Date.now() + 60_000,
    ])
    const email = await person('neighbors@example.com')
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await signIn(narrow, email, 'wrong password')).status).toBe(429)
    const { rows } = await shop.pool.query(
      `select points from identity.throttle where key = 'wrongPasswordsWide:203.0.115.0/24'`,
    )
    expect(rows).toEqual([])
    await signIn('203.0.115.2', email, 'wrong password')
    const { rows: counted } = await shop.pool.query(
      `select points from identity.throttle where key = 'wrongPasswordsWide:203.0.115.0/24'`,
    )
    expect(counted).toEqual([{ points: 1 }])
  })

  test('a guess at the current password in a stolen session counts as well', async () => {
    const address = newAddress()
    const email = await person('stolen@example.com')
    const browser = shop.browser('localhost', address)
    await browser.visit('/api/auth/sign-in/email', { json: { email, password } })
    const change = () =>
      browser.visit('/api/auth/change-password', {
        json: { currentPassword: 'wrong one', newPassword: 'another one' },
      })
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await change()).status).toBe(400)
    expect((await change()).status).toBe(429)
  })
})

describe('sign-ups', () => {
  const signUp = (address: string, email: string) =>
    shop
      .browser('localhost', address)
      .visit('/api/auth/sign-up/email', { json: { name: 'New', email, password } })

  test('thirty a minute from one address pass, all at once', async () => {
    const address = newAddress()
    const emails = Array.from({ length: 30 }, (_, n) => `new.${n}@example.com`)
    const answers = await Promise.all(emails.map((email) => signUp(address, email)))
    expect(answers.map((answer) => answer.status)).toEqual(emails.map(() => 200))
  })

  test('the sixty-first within a minute is refused', async () => {
    const address = newAddress()
    await shop.pool.query('insert into identity.throttle values ($1, 60, $2)', [
      `signUps:${address}`,
      Date.now() + 30_000,
    ])
    const refused = await signUp(address, 'late@example.com')
    expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY_SIGN_UPS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20)
  })

  test('thirty pass from each address, whatever its neighbors do; beyond that a wide network has 240', async () => {
    const [mine, theirs] = ['203.0.116.1', '203.0.116.2']
    await shop.pool.query('insert into identity.throttle values ($1, 240, $3), ($2, 30, $3)', [
      'signUpsWide:203.0.116.0/24',
      `signUps:${theirs}`,
      Date.now() + 30_000,
    ])
    expect((await signUp(mine, 'first@example.com')).status).toBe(200)
    expect((await signUp(theirs, 'thirty.first@example.com')).status).toBe(429)
  })

  test('one that is refused for its fields counts as well', async () => {
    const address = newAddress()
    await shop.pool.query('insert into identity.throttle values ($1, 59, $2)', [
      `signUps:${address}`,
      Date.now() + 30_000,
    ])
    expect((await signUp(address, 'no address')).status).toBe(400)
    expect((await signUp(address, 'in.time@example.com')).status).toBe(429)
  })
})

test('with the throttle off nobody is refused', async () => {
  const open = await mountIdentity(database.url, undefined, { throttle: false })
  const email = await person('open@example.com')
  for (let attempt = 0; attempt < 11; attempt += 1)
    expect((await signIn('203.0.113.9', email, 'wrong password', open)).status).toBe(401)
  await open.close()
})

test('known and unknown email addresses cost as much: a password is hashed for both', async () => {
  for (const asked of [await person('timed@example.com'), 'nobody@example.com']) {
    const { result, hashes } = await countHashes(() => signIn(newAddress(), asked, 'wrong password'))
    expect([result.status, hashes], asked).toEqual([401, 1])
  }
})

/** How many passwords are given to the threads that hash meanwhile. */
async function countHashes<Result>(work: () => Promise<Result>) {
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  try {
    return { result: await work(), hashes: sent.mock.calls.filter(([message]) => message.salt).length }
  } finally {
    sent.mockRestore()
  }
}
