import { describe, expect, inject, test, vi } from 'vitest'
import { openMailbox } from '#test/mailbox.ts'
import { openShopForFile, openTestShop, type Person, type TestShop } from '#test/shop.ts'
import * as users from './store.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()

const listUsers = async (by = admin) => (await shop.call('GET', '/api/user', { token: by.token })).json
const idOf = async (person: Person) =>
  (await listUsers()).find(({ email }: { email: string }) => email === person.email)?._id
const promote = (email: string, by = admin) =>
  shop.call('PUT', `/api/user/admin/${email}`, { token: by.token })
const remove = (id: string, by = admin) => shop.call('DELETE', `/api/users/${id}`, { token: by.token })
const record = (person: Person, body: unknown = { email: person.email }) =>
  shop.call('PUT', `/api/user/${person.email}`, { token: person.token, body })

describe('recording oneself', () => {
  test('answers the record and the caller’s own token', async () => {
    const person = await shop.signUp({ email: 'Ada.Byron@Example.com', name: 'Ada' })
    const { status, json } = await record(person)
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      result: { _id: expect.any(String), email: 'ada.byron@example.com', name: 'Ada', role: 'customer' },
      token: person.token,
    })
  })

  test('the path’s email is compared without case, and nobody else’s is accepted', async () => {
    const person = await shop.signUp()
    const put = (email: string) => shop.call('PUT', `/api/user/${email}`, { token: person.token, body: {} })
    expect((await put(person.email.toUpperCase())).status).toBe(200)
    expect((await put(encodeURIComponent(` ${person.email}`))).status).toBe(200)
    expect((await put(admin.email)).status).toBe(403)
    expect((await put(`${person.email}.example`)).status).toBe(403)
    const asked = await shop.call('GET', `/api/myReview?email=${person.email.toUpperCase()}`, person)
    expect(asked.status).toBe(200)
  })

  test('whatever else is sent changes nothing, of oneself or of others', async () => {
    const person = await shop.signUp()
    const id = await idOf(person)
    const before = await listUsers()
    const sent = {
      email: admin.email,
      name: 'Somebody else',
      role: 'admin',
      admin: true,
      _id: await idOf(admin),
      id: await idOf(admin),
      subject: 'x',
      deletedAt: null,
      $set: { role: 'admin' },
    }
    const { json } = await record(person, sent)
    expect(json.result).toEqual({ _id: id, email: person.email, name: person.name, role: 'customer' })
    expect(await listUsers()).toEqual(before)
    expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(403)
  })

  test('the first call of a newcomer makes the record, whichever call it is and however many come at once', async () => {
    const { email } = await newcomer()
    const token = await tokenOf(email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.call('GET', `/api/myReview?email=${email}`, { token })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const rows = (await listUsers()).filter((user: { email: string }) => user.email === email)
    expect(rows).toHaveLength(1)
  })
})

test('admins see whose address is confirmed', async () => {
  const [confirmed, other] = [await shop.signUp(), await shop.signUp()]
  await shop.shop.db.$client.query('update users set email_verified_at = now() where email = $1', [
    confirmed.email,
  ])
  const listed = await listUsers()
  const isConfirmed = ({ email }: Person) =>
    listed.find((user: { email: string }) => user.email === email).emailVerified
  expect([isConfirmed(confirmed), isConfirmed(other)]).toEqual([true, false])
})

describe('promotion', () => {
  test('counts once, and the promoted customer’s next call is allowed', async () => {
    const person = await shop.signUp()
    expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(403)
    expect((await promote(person.email.toUpperCase())).json).toEqual({ modifiedCount: 1 })
    expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(200)
    const { json } = await shop.call('GET', `/api/admin/${person.email}`, { token: person.token })
    expect(json).toEqual({ admin: true })
    expect((await promote(person.email)).json).toEqual({ modifiedCount: 0 })
  })

  test('and removal are told to the owner and to all admins, and logged: a stolen token leaves a trace', async () => {
    const mailbox = openMailbox(shop)
    const [thief, colleague, accomplice] = [
      await shop.signUpAdmin(),
      await shop.signUpAdmin(),
      await shop.signUp(),
    ]
    await mailbox.verify(colleague)
    const told = async (email: string) => {
      await mailbox.sendDue()
      return (await mailbox.to(email)).map(({ subject }) => subject)
    }
    for (let asked = 0; asked < 2; asked++) await promote(accomplice.email, thief)
    const news = `New admin: ${accomplice.email}`
    expect((await told('admin@shop.example')).filter((subject) => subject === news)).toHaveLength(1)
    expect(await told(colleague.email)).toEqual([news])
    const ids = { userId: await idOf(accomplice), by: await idOf(thief) }
    expect((await mailbox.to(colleague.email))[0]?.text).toContain(`${thief.name} (${thief.email}) made`)
    await remove(await idOf(colleague), accomplice)
    expect(await told(colleague.email)).toContain(`Admin removed: ${colleague.email}`)
    expect(await told(accomplice.email)).not.toContain(news)
    const logged = shop.log.map((line) => JSON.parse(line))
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'a user was made an admin', ...ids }))
    expect(logged.filter(({ msg, by }) => msg === 'an admin was removed' && by === ids.userId)).toHaveLength(
      1,
    )
  })

  test('of ten at once, one counts', async () => {
    const person = await shop.signUp()
    const counts = await Promise.all(
      Array.from({ length: 10 }, async () => (await promote(person.email)).json),
    )
    expect(counts.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1)
  })

  test.each(['nobody@example.com', 'nonsense', '%00@example.com'])(
    'of the unknown "%s" is a 404',
    async (email) => {
      const { status, json } = await promote(email)
      expect([status, json.success]).toEqual([404, false])
    },
  )

  test('by an admin who is removed while it is under way is refused', async () => {
    const [leaving, person] = [await shop.signUpAdmin(), await shop.signUp()]
    const other = await shop.shop.db.$client.connect()
    await other.query('begin')
    await other.query(`update users set deleted_at = now(), deleted_by = 'test' where email = $1`, [
      leaving.email,
    ])
    const isWaitedFor = async () => {
      const { rows } = await other.query(
        'select exists (select 1 from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))) as waiting',
      )
      return rows[0].waiting
    }
    let answered = false
    const promotion = promote(person.email, leaving).finally(() => {
      answered = true
    })
    // Either it waits for the removal, or it has not noticed it.
    await vi.waitUntil(async () => answered || (await isWaitedFor()), { interval: 5, timeout: 5_000 })
    await other.query('commit')
    other.release()
    expect((await promotion).status).toBe(403)
    const { json } = await shop.call('GET', `/api/admin/${person.email}`, { token: person.token })
    expect(json).toEqual({ admin: false })
  })

  test('of a removed user is a 404, and being an admin ends with the removal', async () => {
    const person = await shop.signUpAdmin()
    await remove(await idOf(person))
    expect((await promote(person.email)).status).toBe(404)
    const { json } = await shop.call('GET', `/api/admin/${person.email}`, { token: admin.token })
    expect(json).toEqual({ admin: false })
  })
})

describe('removal', () => {
  test('takes effect at the next call, and ends when the person is restored', async () => {
    const person = await shop.signUp()
    expect((await remove(await idOf(person))).json).toEqual({ success: true, message: 'User removed' })
    expect(await idOf(person)).toBeUndefined()
    for (const answer of [
      await record(person),
      await shop.call('GET', `/api/myReview?email=${person.email}`, { token: person.token }),
      await shop.call('GET', `/api/myReview?email=${person.email}`, { token: await tokenOf(person.email) }),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.json).toEqual({ success: false, error: 'This account was removed' })
    }
    await users.restore(shop.shop.db, person.email)
    expect((await record(person)).status).toBe(200)
  })

  test('of the unknown and of the already removed is a 404', async () => {
    const person = await shop.signUp()
    const id = await idOf(person)
    await remove(id)
    for (const unknown of [id, crypto.randomUUID(), 'nonsense', '0', '%00'])
      expect((await remove(unknown)).status, unknown).toBe(404)
  })

  test('of oneself is refused, however the id is written', async () => {
    const own = await idOf(admin)
    for (const id of [own, own.toUpperCase()]) {
      const { status, json } = await remove(id)
      expect([status, json.error]).toEqual([409, 'You cannot remove yourself'])
    }
    expect((await listUsers()).length).toBeGreaterThan(0)
  })

  test('keeps the person’s reviews and what orders need', async () => {
    const person = await shop.signUp({ name: 'Grace' })
    const body = { description: 'Kept after all', rating: '♥♥♥♥♥' }
    await shop.call('POST', '/api/ratings', { token: person.token, body })
    await remove(await idOf(person))
    const { json } = await shop.call('GET', '/api/ratings')
    expect(json[0]).toMatchObject({ name: 'Grace', description: 'Kept after all' })
  })

  test('two admins who remove each other at once: one stays', async () => {
    for (let round = 0; round < 3; round++) {
      const pair = await Promise.all([shop.signUpAdmin(), shop.signUpAdmin()])
      const [a, b] = pair
      const [idA, idB] = [await idOf(a), await idOf(b)]
      const statuses = await Promise.all([remove(idB, a), remove(idA, b)])
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 403])
      expect([await idOf(a), await idOf(b)].filter(Boolean)).toHaveLength(1)
    }
  })

  test('however many admins remove each other, somebody is left to run the shop', async () => {
    const gang = await Promise.all(Array.from({ length: 3 }, () => shop.signUpAdmin()))
    const ids = await Promise.all(gang.map(idOf))
    await Promise.all(gang.flatMap((by) => ids.map((id) => remove(id, by))))
    expect((await Promise.all(gang.map(idOf))).filter(Boolean).length).toBeGreaterThanOrEqual(1)
  })
})

test('users are listed newest first, without what is nobody’s business', async () => {
  const [first, second] = [await shop.signUp(), await shop.signUp()]
  const list = await listUsers()
  expect(list.slice(0, 2).map(({ email }: { email: string }) => email)).toEqual([second.email, first.email])
  expect(Object.keys(list[0]).sort()).toEqual(['_id', 'email', 'emailVerified', 'name', 'role'])
})

test('a page of the users, newest first, found by a part of name or email, tells how many there are', async () => {
  const [older, newer, other] = [
    await shop.signUp({ name: 'Odd_Name One' }),
    await shop.signUp({ name: 'odd_name two' }),
    await shop.signUp({ name: 'OddXName Åse' }),
  ]
  for (const person of [older, newer, other]) await record(person)
  const ask = (query: Record<string, string>, { token } = admin) =>
    shop.call('GET', `/api/user?${new URLSearchParams(query)}`, { token })
  const found = async (query: Record<string, string>) => {
    const { json, headers } = await ask(query)
    return [headers.get('x-total-count'), json.map(({ email }: { email: string }) => email)]
  }
  expect(await found({ q: 'ODD_NAME' })).toEqual(['2', [newer.email, older.email]])
  expect(await found({ q: 'odd_name', limit: '1', page: '2' })).toEqual(['2', [older.email]])
  expect(await found({ q: older.email.slice(0, -2) })).toEqual(['1', [older.email]])
  expect(await found({ q: 'ÅSE' })).toEqual(['1', [other.email]])
  expect(await found({ q: 'oddxname ase' })).toEqual(['1', [other.email]])
  expect(await found({ q: '%' })).toEqual(['0', []])
  expect(await found({ page: '10000' })).toEqual([String((await listUsers()).length), []])
  expect((await ask({ page: '0' })).status).toBe(400)
  expect((await ask({ page: '1' }, older)).status).toBe(403)
})

test('the whole list is read in batches, and users of one moment fall through no gap between them', async () => {
  await shop.shop.db.$client.query("update users set created_at = '2026-01-01 00:00:00.123456Z'")
  const ids: string[] = []
  for await (const batch of users.listInBatches(shop.shop.db, 2)) ids.push(...batch.map(({ _id }) => _id))
  expect(ids).toEqual((await listUsers()).map(({ _id }: { _id: string }) => _id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a default admin who was removed stays removed at the next start', async () => {
  const { json } = await shop.call('GET', '/api/user', { token: admin.token })
  const first = json.find(({ email }: { email: string }) => email === 'admin@shop.example')
  expect(first.role).toBe('admin')
  await remove(first._id)
  const again = await openTestShop(inject('databaseServer'), shop.shared)
  expect((await listUsers()).some(({ _id }: { _id: string }) => _id === first._id)).toBe(false)
  await again.close()
})

test('a configured admin is there after every start, with their own password', async () => {
  const variables = { ...shop.shared, ADMIN_EMAIL: 'Owner@Example.com' }
  const signIn = (at: TestShop, password: string) =>
    at.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'owner@example.com', password },
      headers: { origin: at.origin },
    })
  for (const ADMIN_PASSWORD of ['first-password', 'another-password']) {
    const again = await openTestShop(inject('databaseServer'), { ...variables, ADMIN_PASSWORD })
    expect((await signIn(again, 'first-password')).status).toBe(200)
    const owner = (await listUsers()).find(({ email }: { email: string }) => email === 'owner@example.com')
    expect(owner.role).toBe('admin')
    await remove(owner._id)
    await again.close()
  }
})

/** Somebody who has signed up at the identity service and never called the shop. */
async function newcomer() {
  const email = `newcomer-${crypto.randomUUID()}@example.com`
  const body = { email, name: 'Newcomer', password: 'secret' }
  await shop.call('POST', '/api/auth/sign-up/email', { body, headers: { origin: shop.origin } })
  return { email }
}

async function tokenOf(email: string): Promise<string> {
  const { headers } = await shop.call('POST', '/api/auth/sign-in/email', {
    body: { email, password: 'secret' },
    headers: { origin: shop.origin },
  })
  const cookie = headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ')
  return (await shop.call('GET', '/api/auth/token', { headers: { cookie } })).json.token
}
