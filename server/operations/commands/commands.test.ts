import { describe, expect, inject, test, vi } from 'vitest'
import { bareDatabase } from '#test/database.ts'
import { openMailbox } from '#test/mailbox.ts'
import { COMMAND_RUNNER, commandsOf } from '#test/run-command.ts'
import { openShopForFile, openTestShop, type Person } from '#test/shop.ts'
import { inTerminal, noTerminal } from '#test/terminal.ts'
import { totp } from '#test/totp.ts'

// Some of these are whole Node processes.
vi.setConfig({ testTimeout: 120_000 })

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const { run, runProcess } = commandsOf(shop)

const mayListUsers = async ({ token }: Person) =>
  (await shop.call('GET', '/api/user', { token })).status === 200
const signIn = (email: string, password: string) =>
  shop.call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: shop.origin },
  })

describe('make-admin', () => {
  test('an address that nobody has verified may be somebody else’s: without a terminal to ask in, nothing happens unless insisted', async () => {
    const person = await shop.signUp()
    expect(await runProcess('make-admin', 'yes\n', { words: [person.email] })).toEqual({
      code: 1,
      said: '',
      complained: `Anyone can sign up with any address, and nobody has verified that ${person.email} is theirs. If you are sure whose account it is: npm run make-admin -- ${person.email} --insist`,
    })
    expect(await mayListUsers(person)).toBe(false)
  })

  test('a verified address needs no question, unless the sandbox or the demo’s open mailbox said so', async () => {
    const person = await shop.signUp()
    const set = (column: string) =>
      shop.shop.db.$client.query(`update identity.user set ${column} = true where email = $1`, [person.email])
    await set('email_verified')
    expect((await run('make-admin', { words: [person.email] })).code).toBe(1)
    await set('verified_live')
    expect(await run('make-admin', { words: [person.email] })).toMatchObject({ code: 0 })
    expect(await mayListUsers(person)).toBe(true)
  })

  test('gives the role at once, says when it was there already, and does not mind case', async () => {
    const person = await shop.signUp()
    const words = [person.email.toUpperCase(), '--insist']
    expect(await run('make-admin', { words })).toEqual({
      code: 0,
      said: `${person.email} is an admin now.`,
      complained: '',
    })
    expect(await mayListUsers(person)).toBe(true)
    expect((await run('make-admin', { words })).said).toBe(`${person.email} is already an admin.`)
  })

  test('says so when nobody has that email, and how it is used when none is given', async () => {
    const unknown = await run('make-admin', { words: ['nobody@example.com'] })
    expect(unknown).toMatchObject({ code: 1, said: '' })
    expect(unknown.complained).toBe(
      'Nobody with the email nobody@example.com has signed in yet: sign up in the shop first.',
    )
    expect(await run('make-admin')).toEqual({
      code: 1,
      said: '',
      complained: 'Usage: npm run make-admin -- person@example.com',
    })
  })
})

describe('mail:test', () => {
  const words = ['person@example.com']

  test('sends one mail through the mail server of the settings', async () => {
    const env = { SMTP_URL: `smtp://127.0.0.1:${shop.mailPort}`, SHOP_NAME: 'Zange & Söhne' }
    expect(await run('mail-test', { words, env })).toEqual({
      code: 0,
      said: 'The mail server accepted a test email for person@example.com, from shop@shop.example. Check that it arrives, and not in the spam folder.',
      complained: '',
    })
    expect(await openMailbox(shop).to('person@example.com')).toMatchObject([
      { subject: 'Test email from Zange & Söhne', from: 'Zange & Söhne <shop@shop.example>' },
    ])
  })

  test.each([
    [{}, /^SMTP_URL is not set: a demo shop keeps its email in its own mailbox/],
    [{ SMTP_URL: 'off' }, /^SMTP_URL=off: this shop sends no email\.$/],
    [
      { SMTP_URL: 'smtp://user:hush@127.0.0.1:1' },
      /^No email was sent\. The mail server could not be used: [^\n]+$/,
    ],
  ])('says in a sentence why not: %j', async (env, sentence) => {
    const { code, said, complained } = await run('mail-test', { words, env })
    expect([code, said]).toEqual([1, ''])
    expect(complained).toMatch(sentence)
    expect(complained).not.toContain('hush')
  })
})

test('restore-user lets a removed person in again', async () => {
  const person = await shop.signUp()
  const call = () => shop.call('GET', `/api/myReview?email=${person.email}`, { token: person.token })
  const { json } = await shop.call('GET', '/api/user', { token: admin.token })
  const { _id } = json.find(({ email }: { email: string }) => email === person.email)
  await shop.call('DELETE', `/api/users/${_id}`, { token: admin.token })
  expect((await call()).json).toEqual({ success: false, error: 'This account was removed' })

  const restored = await run('restore-user', { words: [person.email] })
  expect(restored).toEqual({ code: 0, said: `${person.email} can use the shop again.`, complained: '' })
  expect((await call()).status).toBe(200)

  const unknown = await run('restore-user', { words: ['nobody@example.com'] })
  expect(unknown).toMatchObject({
    code: 1,
    complained: 'There is no user with the email nobody@example.com.',
  })
})

describe('set-password', () => {
  test('changes it, ends every session, and tells nobody what it is', async () => {
    const person = await shop.signUp()
    const { code, said, complained } = await runProcess('set-password', 'a-new-secret\n', {
      words: [person.email],
    })
    expect([code, said]).toEqual([
      0,
      `The password for ${person.email} was changed and all sessions were ended.`,
    ])
    expect(said + complained).not.toContain('a-new-secret')
    expect((await signIn(person.email, 'a-new-secret')).status).toBe(200)
    expect((await signIn(person.email, person.password)).status).toBe(401)
    const token = await shop.call('GET', '/api/auth/token', { headers: { cookie: person.cookie } })
    expect(token.status).toBe(401)
  })

  test.each([
    ['too long', 'admin', `${'x'.repeat(129)}\n`, 'The password must be 6 to 128 characters long.'],
    ['not given', 'admin', '', 'No password was given: nothing was changed.'],
    ['for nobody', 'nobody', 'long-enough\n', 'There is no account with the email nobody@example.com.'],
  ])('%s: changes nothing and says why', async (_what, whose, typed, sentence) => {
    const words = [whose === 'admin' ? admin.email : 'nobody@example.com']
    const { code, said, complained } = await runProcess('set-password', typed, { words })
    expect([code, said]).toEqual([1, ''])
    expect(complained.endsWith(sentence), complained).toBe(true)
    expect((await signIn(admin.email, admin.password)).status).toBe(200)
  })
})

test('disable-two-step lets somebody in with the password alone; set-password does not', async () => {
  const person = await shop.signUp()
  const post = (target: string, body: object) =>
    shop.call('POST', `/api/auth/two-factor/${target}`, {
      body,
      headers: { origin: shop.origin, cookie: person.cookie },
    })
  const { totpURI } = (await post('enable', { password: person.password })).json
  expect((await post('verify-totp', { code: totp(totpURI) })).status).toBe(200)
  await runProcess('set-password', 'a-new-secret\n', { words: [person.email] })
  expect((await signIn(person.email, 'a-new-secret')).json).toEqual({ twoFactorRedirect: true })
  expect(await run('disable-two-step', { words: [person.email.toUpperCase()] })).toEqual({
    code: 0,
    said: `${person.email} can now log in with just the password.`,
    complained: '',
  })
  expect((await signIn(person.email, 'a-new-secret')).json.user).toMatchObject({ email: person.email })
  expect(await run('disable-two-step', { words: ['nobody@example.com'] })).toMatchObject({
    code: 1,
    complained: 'There is no account with the email nobody@example.com.',
  })
})

test.skipIf(noTerminal)(
  'in a terminal, demo-clear and make-admin ask first, and a typed password is not shown',
  async () => {
    const sit = (command: string, ...words: string[]) =>
      inTerminal([process.execPath, COMMAND_RUNNER, command, ...words], {
        DATABASE_URL: shop.databaseUrl,
        DATA_DIR: shop.dataDir,
      })
    const clearing = sit('demo-clear')
    await clearing.shows('(yes/no)')
    clearing.type('no\r')
    expect(await clearing.ended).toBe(1)
    expect(clearing.lines().join('\n')).toContain('Nothing was changed.')

    const person = await shop.signUp()
    const promoting = sit('make-admin', person.email)
    await promoting.shows('(yes/no)')
    promoting.type('yes\r')
    expect(await promoting.ended).toBe(0)
    expect(await mayListUsers(person)).toBe(true)

    const typing = sit('set-password', person.email)
    await typing.shows('at least 6 characters')
    typing.type('never-on-the-screen\r')
    expect(await typing.ended).toBe(0)
    expect(typing.lines().join('\n')).not.toContain('never-on-the-screen')
    expect((await signIn(person.email, 'never-on-the-screen')).status).toBe(200)

    const leaving = sit('set-password', person.email)
    await leaving.shows('at least 6 characters')
    leaving.type('\x03')
    expect(await leaving.ended).toBe(1)
    expect(leaving.lines().join('\n')).toContain('No password was given: nothing was changed.')
  },
)

test('demo-clear removes what is demo and nothing else, for good', async () => {
  const catalogue = (await shop.call('GET', '/api/products')).json
  const reviews = (await shop.call('GET', '/api/ratings')).json
  const own = { name: 'Own product', image: '/x.svg', description: 'Ours', price: 2, quantity: 500 }
  await shop.call('POST', '/api/products', { token: admin.token, body: own })
  await shop.call('POST', '/api/ratings', {
    token: admin.token,
    body: { description: 'Own review', rating: '♥♥♥♥♥' },
  })
  const ordered = catalogue.find(
    ({ quantity, price }: { quantity: number; price: number }) => quantity > 200 && price,
  )
  const booking = await shop.call('POST', '/api/bookings', {
    token: admin.token,
    body: { orderId: ordered._id, orders: 100, phone: '1', address: 'Quay 1' },
  })
  expect(booking.status).toBe(200)

  expect(await run('demo-clear')).toMatchObject({
    code: 1,
    complained: 'Nothing was removed. Without a terminal to confirm in, run: npm run demo:clear -- --yes',
  })
  expect((await shop.call('GET', '/api/products')).json).toHaveLength(catalogue.length + 1)
  const words = ['--yes']
  const cleared = await run('demo-clear', { words })
  const sentence = (products: number, demoReviews: number) =>
    `Removed ${products} demo products, ${demoReviews} demo reviews and 0 demo customers with 0 orders, 0 documents, 0 refunds and 0 quotes.`
  expect(cleared).toEqual({ code: 0, said: sentence(catalogue.length, reviews.length), complained: '' })

  const names = async (target: string, field: string) =>
    (await shop.call('GET', target)).json.map((row: Record<string, string>) => row[field])
  // The running shop learns of another process's changes within a second.
  await expect.poll(() => names('/api/products', 'name'), { timeout: 10_000 }).toEqual([own.name])
  await expect.poll(() => names('/api/ratings', 'description'), { timeout: 10_000 }).toEqual(['Own review'])
  expect((await shop.call('GET', `/api/product/${ordered._id}`)).status).toBe(404)
  const kept = await shop.call('GET', `/api/booking/${booking.json._id}`, { token: admin.token })
  expect(kept.json).toMatchObject({ product: ordered.name, orderId: ordered._id })
  const { rows } = await shop.shop.db.$client.query(
    'select id, demo, deleted_by from products where deleted_at is not null',
  )
  expect(rows).toEqual([{ id: ordered._id, demo: false, deleted_by: 'demo:clear' }])

  expect((await run('demo-clear', { words })).said).toBe(sentence(0, 0))
  const again = await openTestShop(inject('databaseServer'), shop.shared)
  await again.close()
  expect(await names('/api/products', 'name')).toEqual([own.name])
})

const COMMANDS = Object.entries({
  backup: 'npm run backup [-- file]',
  restore: 'npm run restore -- file [options]',
  'demo-clear': 'npm run demo:clear',
  'make-admin': 'npm run make-admin -- person@example.com',
  'restore-user': 'npm run restore-user -- person@example.com',
  'set-password': 'npm run set-password -- person@example.com',
  'disable-two-step': 'npm run disable-two-step -- person@example.com',
})

test.each(COMMANDS)('%s refuses what it does not know before anything is done', async (command, usage) => {
  // Where no database is: nothing was opened.
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/shop' }
  expect(await run(command, { words: ['--force=1'], env })).toEqual({
    code: 1,
    said: '',
    complained: `Unknown option --force.\nUsage: ${usage}`,
  })
})

test('--help helps', async () => {
  const helped = await run('backup', { words: ['x', '--help'] })
  expect(helped).toMatchObject({ code: 0, complained: '' })
  expect(helped.said.startsWith('Usage: npm run backup [-- file]\n')).toBe(true)
})

test('a command that cannot work says so in a sentence, without a stack', async () => {
  const settings = await run('demo-clear', { env: { PORT: 'abc', SHOP_ENV: 'neither' } })
  expect(settings.code).toBe(1)
  expect(settings.complained).toContain('PORT must be a number')
  expect(settings.complained).toContain('SHOP_ENV must be demo or live')
  const away = await run('make-admin', {
    words: ['a@example.com'],
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/shop' },
  })
  expect(away).toEqual({
    code: 1,
    said: '',
    complained: 'The database cannot be reached: is it running, and is DATABASE_URL right?',
  })
  expect(settings.complained).not.toContain('    at ')
  const bare = await bareDatabase(inject('databaseServer'))
  const early = await runProcess('set-password', 'a-secret\n', {
    words: ['a@example.com'],
    env: { DATABASE_URL: bare.url },
  })
  await bare.drop()
  expect(early.complained).toMatch(/There is no shop in this database yet: start it once with npm start\.$/)
  expect(early.complained).not.toContain('    at ')
})
