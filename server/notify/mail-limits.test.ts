import { expect, test } from 'vitest'
import { openMailbox } from '#test/mailbox.ts'
import { openShopForFile } from '#test/shop.ts'
import { writeCeilingMail } from './write-notices.ts'

const OWNER = 'owner@example.com'
const HOUR_MS = 3_600_000
const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true', NOTIFY_EMAILS: OWNER })
const mailbox = openMailbox(shop)
const later = (ms: number) => new Date(Date.now() + ms)

let networks = 0
const newNetwork = () => `10.1.${++networks}.1`
const ask = (call: string, body: object, address = newNetwork()) =>
  shop.call('POST', `/api/auth/${call}`, {
    body,
    headers: { origin: shop.origin, 'x-forwarded-for': address },
  })
const signUp = (email: string, address?: string) =>
  ask('sign-up/email', { name: 'Ada', email, password: 'secret' }, address)
const subjectsTo = async (email: string) => (await mailbox.to(email)).map(({ subject }) => subject)
const reached = (limit: string, points: number) =>
  shop.shop.db.$client.query(
    'insert into identity.throttle values ($1, $2, $3) on conflict (key) do update set points = excluded.points, expire = excluded.expire',
    [limit, points, Date.now() + HOUR_MS],
  )

test('beyond the resets of an hour the owner is told, once a day; a confirmed address is still sent its own', async () => {
  const [confirmed, unconfirmed] = ['confirmed@example.com', 'unconfirmed@example.com']
  for (const email of [confirmed, unconfirmed]) await signUp(email)
  await mailbox.verify({ email: confirmed, name: '', password: '', token: '', cookie: '' })
  await mailbox.sendDue()
  await reached('resetsInAll:all', 600)
  const answers = []
  for (const email of [confirmed, unconfirmed, 'nobody@example.com'])
    answers.push(await ask('request-password-reset', { email }))
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    answers.map(() => [200, '{"status":true}']),
  )
  await mailbox.sendDue()
  await mailbox.sendDue()
  expect(await subjectsTo(confirmed)).toEqual(['Reset your password for Hundredweight'])
  expect(await subjectsTo(unconfirmed)).toEqual(['Confirm your email for Hundredweight'])
  expect(await subjectsTo(OWNER)).toEqual(['Too many password resets requested'])
  await writeCeilingMail(shop.shop, 'confirm-email', new Date())
  await mailbox.sendDue()
  expect(await subjectsTo(OWNER)).toHaveLength(1)
  await writeCeilingMail(shop.shop, 'confirm-email', later(24 * HOUR_MS))
  await mailbox.sendDue()
  expect(await subjectsTo(OWNER)).toEqual([
    'Too many email confirmations requested',
    'Too many password resets requested',
  ])
})

test('a mail that the mail server does not take at first counts once', async () => {
  const email = 'patient@example.com'
  await reached('resetsInAll:all', 0)
  await signUp(email)
  await mailbox.sendDue()
  for (let asked = 0; asked < 10; asked++) await ask('request-password-reset', { email })
  await mailbox.turn({ down: true })
  for (const minutes of [0, 1, 3, 7]) await mailbox.sendDue(later(minutes * 60_000))
  await mailbox.turn({ down: false })
  await mailbox.sendDue(later(HOUR_MS))
  expect((await subjectsTo(email)).filter((subject) => subject.startsWith('Reset'))).toHaveLength(10)
})

test('one network’s flood of feedback leaves mails to the owner for what others say', async () => {
  const say = (name: string, address: string) =>
    shop.call('POST', '/api/feedback', {
      body: { name, email: 'anything', feedback: 'More' },
      headers: { 'x-forwarded-for': address },
    })
  for (let sent = 0; sent < 15; sent++) expect((await say('Flood', '203.0.113.1')).status).toBe(200)
  expect((await say('Another', newNetwork())).status).toBe(200)
  await mailbox.sendDue()
  const told = (await subjectsTo(OWNER)).filter((subject) => subject.startsWith('Feedback'))
  expect(told.filter((subject) => subject === 'Feedback from Flood')).toHaveLength(10)
  expect(told).toContain('Feedback from Another')
})
