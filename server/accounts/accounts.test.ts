import { describe, expect, inject, test } from 'vitest'
import { myData } from '#contract/accounts.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, openTestShop, type Person } from '#test/shop.ts'
import { finishDeletions } from './finish-deletions.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const checkout = openCheckoutClient(shop)
const product = await checkout.addProduct(1_000_000)
const { $client: pool } = shop.shop.db

const leave = (person: Person, body: object | null = { password: person.password }) =>
  shop.call('DELETE', '/api/account', {
    token: person.token,
    headers: { cookie: person.cookie },
    ...(body && { body }),
  })
const readMine = (person: Person) => shop.call('GET', '/api/my-data', { token: person.token })
const review = (person: Person, description: string) =>
  shop.call('POST', '/api/ratings', { token: person.token, body: { description, rating: '♥♥♥♥♥' } })
const saveProfile = (person: Person, location: string) =>
  shop.call('PUT', `/api/profile/${person.email}`, { token: person.token, body: { info: { location } } })
const postIdentity = (target: string, body: object) =>
  shop.call('POST', `/api/auth/${target}`, { body, headers: { origin: shop.origin } })
const rowOf = async (email: string) =>
  (await pool.query('select * from users where email = $1', [email])).rows[0]
const mailsTo = async (email: string) =>
  (await pool.query('select kind, data, due_at from mails where email = $1 order by id', [email])).rows

async function tokenOf(kind: 'verify' | 'reset', email: string) {
  return (await shop.shop.identity.createLink(kind, email))?.split('#token=')[1]
}

/** Confirms the address, and signs in anew for a token that says so. */
async function verify(person: Person): Promise<Person> {
  await postIdentity('verify-email', { token: await tokenOf('verify', person.email) })
  const { json } = await shop.call('GET', '/api/auth/token', { headers: { cookie: person.cookie } })
  return { ...person, token: json.token }
}

const byKind = (one: { kind: string }, other: { kind: string }) => one.kind.localeCompare(other.kind)

describe('mails of an account', () => {
  test('rows hold no token; confirming marks the user', async () => {
    const person = await shop.signUp()
    expect(await mailsTo(person.email)).toEqual([
      { kind: 'confirm-email', data: {}, due_at: expect.any(Date) },
    ])
    expect((await rowOf(person.email)).email_verified_at).toBeNull()
    await verify(person)
    expect((await rowOf(person.email)).email_verified_at).toBeInstanceOf(Date)
  })

  test('a reset is written for anybody; links are for customers only, as the demo’s mailbox is open', async () => {
    const [person, removed] = [await shop.signUp(), await shop.signUp()]
    await pool.query(`update users set deleted_at = now(), deleted_by = 'test' where email = $1`, [
      removed.email,
    ])
    for (const email of [person.email, removed.email, admin.email, 'nobody@example.com']) {
      expect((await postIdentity('request-password-reset', { email })).text).toBe('{"status":true}')
      expect((await mailsTo(email)).at(-1)).toMatchObject({ kind: 'reset-password' })
    }
    expect(await tokenOf('reset', person.email)).toBeTruthy()
    for (const email of [removed.email, admin.email, 'nobody@example.com'])
      expect(await tokenOf('reset', email)).toBeUndefined()
  })

  test('a link of somebody who became an admin meanwhile is no longer valid', async () => {
    const person = await shop.signUp()
    const token = await tokenOf('reset', person.email)
    await pool.query(`update users set role = 'admin' where email = $1`, [person.email])
    const answer = await postIdentity('reset-password', { token, newPassword: 'another one' })
    expect([answer.status, answer.json.code]).toEqual([400, 'INVALID_TOKEN'])
  })
})

describe('one’s own data', () => {
  test('is a download of all that is theirs and nothing of others', async () => {
    const [person, other] = [await shop.signUp(), await shop.signUp()]
    for (const [who, word] of [
      [person, 'mine'],
      [other, 'theirs'],
    ] as const) {
      await saveProfile(who, word)
      await review(who, word)
      await checkout.order(who, product)
      const feedback = { name: word, email: ` ${who.email.toUpperCase()}`, feedback: word }
      await shop.call('POST', '/api/feedback', { body: feedback })
      await shop.call('POST', '/api/subscriptions', { body: { email: who.email } })
    }
    const { status, json, headers } = await readMine(person)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(myData.parse(json)).toMatchObject({
      user: { email: person.email, role: 'customer' },
      account: { emailVerified: false, hasPassword: true, sessions: [{}] },
      profile: { location: 'mine' },
      orders: [{ email: person.email }],
      reviews: [{ description: 'mine' }],
      feedback: [],
      subscription: null,
    })
    const confirmed = await readMine(await verify(person))
    expect(confirmed.json).toMatchObject({
      feedback: [{ feedback: 'mine' }],
      subscription: { email: person.email },
    })
    expect(confirmed.text).not.toMatch(/theirs|"password"|token|subject|secret/)
    expect(confirmed.text).not.toContain(other.email)
  })

  test('includes payments, deleted orders, emails, browsers and the picture from Google', async () => {
    const [person, other] = [await shop.signUp(), await shop.signUp()]
    const paid = await checkout.buy(person, product)
    const unwanted = await checkout.order(person, product)
    await shop.call('DELETE', `/api/bookings/${unwanted._id}`, { token: person.token })
    await checkout.buy(other, product)
    const picture = 'https://lh3.googleusercontent.com/a/person'
    await pool.query('update identity.user set image = $2 where email = $1', [person.email, picture])
    // To the same address, about the account of somebody who had it before.
    await pool.query(
      `insert into mails (id, kind, email, name, data, created_at)
       values (gen_random_uuid(), 'password-changed', $1, '', '{}', now() - interval '1 hour')`,
      [person.email],
    )
    // To the same address, about the shop: whoever signs up with an address of the owner's is not told of its business.
    await pool.query(
      `insert into mails (id, kind, email, name, data) values (gen_random_uuid(), 'new-paid-order', $1, '', '{}')`,
      [person.email],
    )
    const { payments, emails, ...others } = myData.parse((await readMine(person)).json)
    expect(others).toMatchObject({
      account: { picture, sessions: [{ browser: expect.any(String) }] },
      orders: [{ _id: paid._id }],
      deletedOrders: [{ _id: unwanted._id, address: unwanted.address }],
    })
    const createdAt = expect.any(String)
    expect(payments).toEqual([{ bookingId: paid._id, createdAt, address: '127.0.0.1', state: 'paid' }])
    const kinds = ['confirm-email', 'order-received', 'order-received', 'paid']
    expect(emails.toSorted(byKind)).toEqual(kinds.map((kind) => ({ kind, createdAt, sentAt: null })))
  })
})

describe('leaving', () => {
  test('an order that came to nothing keeps its name while money has to be paid back', async () => {
    const person = await shop.signUp()
    const { _id } = await checkout.order(person, product)
    await shop.call('DELETE', `/api/bookings/${_id}`, { token: person.token })
    await pool.query(
      `insert into refunds (id, booking_id, amount_cents, source, reason, state, provider_key)
       values (gen_random_uuid(), $1, 100, 'unapplied', 'paid twice', 'failed', 'key')`,
      [_id],
    )
    const emailOf = async () =>
      (await pool.query('select email from bookings where id = $1', [_id])).rows[0].email
    await leave(person)
    expect(await emailOf()).toBe(person.email)
    await pool.query(`update refunds set state = 'succeeded', settled_at = now() where booking_id = $1`, [
      _id,
    ])
    await finishDeletions(shop.shop)
    expect(await emailOf()).toMatch(/@deleted\.invalid$/)
  })

  test('takes profile, reviews, sessions and account; orders stay, and the address is free for somebody new', async () => {
    const person = await verify(await shop.signUp())
    await saveProfile(person, 'Harbour')
    await review(person, 'Gone with me')
    await shop.call('POST', '/api/subscriptions', { body: { email: person.email } })
    const said = { name: 'Me', email: ` ${person.email.toUpperCase()}`, feedback: 'Mine' }
    await shop.call('POST', '/api/feedback', { body: said })
    const paid = await checkout.buy(person, product)
    const unpaid = await checkout.order(person, product)
    const secret = await checkout.begin(person, unpaid)
    const { id } = await rowOf(person.email)
    const stock = await checkout.quantity(product)

    expect((await leave(person)).json).toEqual({ success: true, message: 'Your account was deleted' })
    expect(await checkout.quantity(product)).toBe(stock + 100)
    expect((await checkout.provider.confirm(secret)).paid).toBe(false)
    expect((await shop.call('GET', '/api/ratings')).text).not.toContain('Gone with me')
    const { rows } = await pool.query('select * from users where id = $1', [id])
    expect(rows[0]).toMatchObject({
      name: 'Deleted account',
      email: expect.stringMatching(/^[\da-f-]{36}@deleted\.invalid$/),
      deleted_by: 'left',
    })
    expect(rows[0].email_verified_at).toBeInstanceOf(Date)
    expect((await pool.query('select * from profiles where user_id = $1', [id])).rows).toEqual([])
    for (const path of ['/api/feedback', '/api/subscriptions'])
      expect((await shop.call('GET', path, { token: admin.token })).text.toLowerCase()).not.toContain(
        person.email,
      )
    const canceled = await pool.query('select * from bookings where id = $1', [unpaid._id])
    expect(canceled.rows[0]).toMatchObject({
      name: 'Deleted account',
      phone: '',
      address: '',
      state: 'deleted',
    })
    expect(JSON.stringify(canceled.rows)).not.toContain(person.email)
    const kept = await shop.call('GET', `/api/booking/${paid._id}`, { token: admin.token })
    expect(kept.json).toMatchObject({ email: person.email, paid: true })

    const old = await shop.call('GET', `/api/myitem?email=${person.email}`, { token: person.token })
    expect([old.status, old.json.error]).toEqual([403, 'This account was removed'])
    const after = await pool.query('select name from users where id = $1', [id])
    expect(after.rows).toEqual([{ name: 'Deleted account' }])
    const session = await shop.call('GET', '/api/auth/token', { headers: { cookie: person.cookie } })
    expect(session.status).toBe(401)

    const successor = await shop.signUp({ email: person.email, name: 'Somebody New' })
    const { json } = await readMine(successor)
    expect(json).toMatchObject({ orders: [], reviews: [], feedback: [], profile: { location: '' } })
    expect(json.account.emailVerified).toBe(false)
    expect((await shop.call('GET', `/api/booking/${paid._id}`, { token: successor.token })).status).toBe(404)
    await checkout.assertLedgerBalances()
  })

  test('takes the password, even in a fresh session; who has none takes a fresh session', async () => {
    const person = await shop.signUp()
    expect((await leave(person, { password: 'not this one' })).json).toEqual({
      success: false,
      error: 'The password is wrong.',
    })
    for (const body of [null, {}]) expect((await leave(person, body)).json.error).toBe('Enter your password.')

    // As an account that was made with Google.
    await pool.query(
      `update identity.account set password = null, provider_id = 'google' from identity.user u
       where u.id = user_id and u.email = $1`,
      [person.email],
    )
    const age = (minutes: number) =>
      pool.query(
        `update identity.session set created_at = now() - make_interval(mins => $2) from identity.user u
         where u.id = user_id and u.email = $1`,
        [person.email, minutes],
      )
    await age(11)
    expect((await leave(person, null)).status).toBe(403)
    await age(9)
    const other = await shop.signUp()
    expect((await leave({ ...person, cookie: '' }, null)).status).toBe(403)
    expect((await leave({ ...person, cookie: other.cookie }, null)).status).toBe(403)
    expect((await leave(person, null)).status).toBe(200)
  })

  test('waits for a payment that is being processed, and keeps what it paid', async () => {
    const person = await shop.signUp()
    const booking = await checkout.order(person, product)
    const secret = await checkout.begin(person, booking)
    await checkout.provider.turn({ processing: true })
    await checkout.provider.confirm(secret)
    const refused = await leave(person)
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'One of your payments is being processed. Try again in a few minutes.',
    ])
    await checkout.provider.turn({ processing: false })
    await checkout.provider.delivered()
    expect((await leave(person)).status).toBe(200)
    const kept = await shop.call('GET', `/api/booking/${booking._id}`, { token: admin.token })
    expect(kept.json).toMatchObject({ paid: true })
    await checkout.assertLedgerBalances()
  })

  test('while the card provider is unreachable nobody leaves whose order it has', async () => {
    const person = await shop.signUp()
    await checkout.begin(person, await checkout.order(person, product))
    await checkout.provider.turn({ down: true })
    expect(await leave(person)).toMatchObject({ status: 503, json: { success: false } })
    await checkout.provider.turn({ reset: true })
    expect((await leave(person)).status).toBe(200)
  })

  test('a payment at the same moment is either kept or given back', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await shop.signUp()
      const secret = await checkout.begin(person, await checkout.order(person, product))
      const [left] = await Promise.all([leave(person), checkout.provider.confirm(secret)])
      expect([200, 409]).toContain(left.status)
      await checkout.provider.delivered()
      if (left.status === 409) expect((await leave(person)).status).toBe(200)
    }
    await runDueJobs(shop.shop)
    await checkout.assertLedgerBalances()
  })

  test('twice at once is once', async () => {
    const person = await shop.signUp()
    const answers = await Promise.all([leave(person), leave(person), leave(person)])
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const { status } of answers) expect([200, 403]).toContain(status)
    expect(await rowOf(person.email)).toBeUndefined()
  })

  test('interrupted before the identity account is gone: the next scheduled job finishes it', async () => {
    const person = await shop.signUp()
    await pool.query(
      `create function identity.refuse() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`,
    )
    await pool.query(
      'create trigger refuse before delete on identity.user for each row execute function identity.refuse()',
    )
    expect((await leave(person)).status).toBe(500)
    await pool.query('drop function identity.refuse cascade')
    await runDueJobs(shop.shop)
    expect((await postIdentity('sign-in/email', person)).status).toBe(401)
    expect((await shop.signUp({ email: person.email })).token).toBeTruthy()
  })

  test('not the last admin', async () => {
    const alone = await openTestShop(inject('databaseServer'), {
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: 'secret',
    })
    const [one, two] = [await alone.signUpAdmin(), await alone.signUpAdmin()]
    await alone.shop.db.$client.query(`update users set role = 'customer' where email = 'owner@example.com'`)
    const go = ({ token, password }: Person) =>
      alone.call('DELETE', '/api/account', { token, body: { password } })
    const answers = await Promise.all([go(one), go(two)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.json.error).toBe(
      'You are the only admin. Make someone else an admin first.',
    )
    await alone.close()
  })
})
