import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import { rating } from '#contract/people/ratings.ts'
import { openShopForFile } from '#test/shop.ts'
import * as ratings from './store.ts'

const shop = await openShopForFile()
const [ada, grace] = await Promise.all([shop.signUp({ name: 'Ada' }), shop.signUp({ name: 'Grace' })])

const list = async () => z.array(rating.strict()).parse((await shop.call('GET', '/api/ratings')).json)
const add = (body: object, by = ada) => shop.call('POST', '/api/ratings', { token: by.token, body })
const review = { description: 'Arrived on time', image: '/demo/firm-1.svg', rating: HEARTS[1] }

test('the demo reviews are there for anyone, in the contract’s shape, without emails', async () => {
  expect((await list()).length).toBeGreaterThanOrEqual(12)
  expect((await shop.call('GET', '/api/ratings')).text).not.toMatch(/@|e-?mail|user/i)
})

test('a review comes first in the list, under its writer’s own name and nobody else’s', async () => {
  const sent = {
    ...review,
    name: 'The Queen',
    email: grace.email,
    _id: '00000000-0000-7000-8000-000000000000',
    userId: '00000000-0000-7000-8000-000000000000',
    demo: true,
    createdAt: '2000-01-01',
    hearts: 1,
  }
  const { status, json } = await add(sent)
  expect([status, json]).toEqual([200, { success: true, message: expect.any(String) }])
  const [newest] = await list()
  expect(newest).toEqual({ ...review, name: 'Ada', _id: newest?._id })
  expect(newest?._id).not.toBe(sent._id)
  expect((await shop.call('GET', '/api/ratings')).text).not.toContain('@')
})

test('own reviews are one’s own only, newest first', async () => {
  await add({ ...review, description: 'One' }, grace)
  await add({ ...review, description: 'Of somebody else' }, ada)
  await add({ ...review, description: 'Two' }, grace)
  const { json } = await shop.call('GET', `/api/myReview?email=${grace.email}`, { token: grace.token })
  const own = z.array(rating.strict()).parse(json)
  expect(own.map(({ description }) => description)).toEqual(['Two', 'One'])
})

test('a review that is sent again because its answer was lost is there once', async () => {
  const send = (by = ada) =>
    shop.call('POST', '/api/ratings', {
      token: by.token,
      headers: { 'idempotency-key': 'lost' },
      body: { ...review, description: 'Once' },
    })
  const answers = await Promise.all([send(), send(), send(grace)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const written = (await list()).filter(({ description }) => description === 'Once')
  expect(written.map(({ name }) => name).sort()).toEqual(['Ada', 'Grace'])
})

test('an admin deletes a review, and it is gone everywhere at once', async () => {
  const admin = await shop.signUpAdmin()
  await add({ ...review, description: 'Not about this shop at all' }, grace)
  const [unwanted, ...others] = await list()
  const remove = (id: string) => shop.call('DELETE', `/api/ratings/${id}`, { token: admin.token })
  const { status, json } = await remove(unwanted?._id ?? '')
  expect([status, json]).toEqual([200, { success: true, message: 'Review deleted' }])
  expect(await list()).toEqual(others)
  for (const page of ['/', '/reviews'])
    expect((await shop.call('GET', page)).text).not.toContain('Not about this shop at all')
  for (const unknown of [unwanted?._id, crypto.randomUUID(), 'nonsense', '%00'])
    expect((await remove(String(unknown))).status, unknown).toBe(404)
  expect(await list()).toEqual(others)
})

test('the whole list is read in batches, and reviews of one moment fall through no gap between them', async () => {
  const { $client } = shop.shop.db
  await $client.query(
    `insert into ratings (id, name, image, description, hearts, demo, created_at)
     select gen_random_uuid(), 'Many', '', repeat('Good. ', 300), 5, true, '2020-01-01 00:00:00.123456Z'::timestamptz + n / 7 * interval '1 minute'
     from generate_series(1, 1300) as n`,
  )
  shop.shop.cacheTags.invalidate('ratings')
  const { rows } = await $client.query('select id from ratings order by created_at desc, id desc')
  expect((await list()).map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id))
  const sizes: number[] = []
  for await (const batch of ratings.listInBatches(shop.shop.db)) sizes.push(batch.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  await $client.query(`delete from ratings where name = 'Many'`)
  shop.shop.cacheTags.invalidate('ratings')
})

describe('accepts', () => {
  test.each([
    ...HEARTS.map((hearts): [string, object] => [hearts, { rating: hearts }]),
    ['a review without a picture', { image: undefined }, { image: '' }],
    ['an empty picture', { image: '' }],
    ['a picture elsewhere', { image: 'https://pictures.example/ada.jpg' }],
    ['a path of this shop', { image: '/x/no such picture.svg?a#b' }],
    ['the longest review', { description: 'd'.repeat(2_000) }],
    ['any writing', { description: 'Sehr gut! 👍\n二行目 <script>alert(1)</script>' }],
  ])('%s', async (_what, changes: object, kept: object = changes) => {
    const { status, text } = await add({ ...review, ...changes })
    expect(status, text).toBe(200)
    expect((await list())[0]).toMatchObject({ ...review, ...kept })
  })
})

const said = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)

describe('refuses with a sentence at the field', () => {
  const hearts = 'Choose one to five hearts'
  test.each([
    ['rating', undefined, hearts],
    ['rating', 5, hearts],
    ['rating', '', hearts],
    ['rating', '♡♡♡♡♡', hearts],
    ['rating', '♥♥♥♥♥♥', hearts],
    ['rating', '❤❤❤❤❤', hearts],
    ['description', undefined, 'The review is required'],
    ['description', ' \n ', 'The review is required'],
    ['description', { $gt: '' }, 'The review is required'],
    ['description', 'd'.repeat(2_001), 'The review must be at most 2000 characters long'],
    ['description', 'a\0b', 'The review contains a character that cannot be stored'],
    ['description', '\ud800', 'The review contains a character that cannot be stored'],
    ['image', 'javascript:alert(1)', /^Enter a picture link|required/],
    ['image', 'data:text/html,x', /^Enter a picture link|required/],
    ['image', 'ada.jpg', /^Enter a picture link|required/],
    ['image', '//evil.example/x', /^Enter a picture link/],
    ['image', '/\\evil.example/x', /^Enter a picture link/],
    ['image', '/\t/evil.example/x', /^Enter a picture link/],
    ['image', '/\n\\evil.example/x', /^Enter a picture link/],
    ['image', '/.//evil.example/x', /^Enter a picture link/],
    ['image', 'https:evil.example/x', /^Enter a picture link/],
    ['image', 7, /./],
    ['image', null, /./],
  ])('%s = %j', async (field, value, sentence) => {
    const { status, json } = await add({ ...review, [field]: value })
    expect(status).toBe(400)
    expect(json).toEqual({ success: false, error: said(sentence), field })
    expect(json.error).not.toMatch(/Invalid/)
  })
})
