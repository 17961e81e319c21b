import { expect, test } from 'vitest'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import type { Rating } from '#contract/people/ratings.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const [writer, other, admin] = await Promise.all([shop.signUp(), shop.signUp(), shop.signUpAdmin()])
const { $client } = shop.shop.db

const PAGES = ['/', '/reviews']
const FOREIGN = 'https://pictures.example/portrait.jpg'
const pageOf = async (path: string) => (await shop.call('GET', path)).text
const list = async (): Promise<Rating[]> => (await shop.call('GET', '/api/ratings')).json
const imageTag = (text: string, image: string) =>
  text.match(new RegExp(`<img[^>]* src="${image}"[^>]*>`))?.[0]

async function add({ token }: Person, changes: object = {}): Promise<Rating> {
  const body = { description: 'Arrived on time', rating: HEARTS[0], ...changes }
  const { status, text } = await shop.call('POST', '/api/ratings', { token, body })
  expect(status, text).toBe(200)
  return (await list())[0] as Rating
}
const removeAll = (id: string) =>
  shop.call('DELETE', `/api/ratings/${id}/all-by-author`, { token: admin.token })
const show = (id: string, body: unknown) =>
  shop.call('PUT', `/api/ratings/${id}/picture`, { token: admin.token, body })

test('a picture of another site is a link until an admin shows it, and again when they hide it', async () => {
  const added = await add(writer, { image: FOREIGN })
  expect(added).toMatchObject({ image: FOREIGN, pictureHidden: true })

  const expectLinked = async () => {
    for (const path of PAGES) {
      const text = await pageOf(path)
      expect(imageTag(text, FOREIGN), path).toBeUndefined()
      expect(text).toMatch(new RegExp(`<a href="${FOREIGN}" rel="nofollow noreferrer"[^>]*>Picture`))
    }
  }
  await expectLinked()

  const { pictureHidden, ...shown } = added
  const answer = await show(added._id, { shown: true })
  expect([answer.status, answer.json]).toEqual([200, shown])
  expect((await show(added._id, { shown: true })).json).toEqual(shown)
  expect((await list())[0]).toEqual(shown)
  for (const path of PAGES) {
    const text = await pageOf(path)
    // Its site is not told on which page.
    expect(imageTag(text, FOREIGN), path).toContain('referrerPolicy="no-referrer"')
    expect(text).not.toContain(`<a href="${FOREIGN}"`)
  }

  expect((await show(added._id, { shown: false })).json).toEqual(added)
  await expectLinked()
})

test('a picture of the shop’s own is shown at once, and can be hidden', async () => {
  const image = '/demo/firm-1.svg'
  const added = await add(writer, { image })
  expect(added).not.toHaveProperty('pictureHidden')
  for (const path of PAGES) expect(imageTag(await pageOf(path), image)).toBeDefined()
  expect((await show(added._id, { shown: false })).json.pictureHidden).toBe(true)
})

test.each([
  '/api/products',
  '/demo/../api/products',
  '/pictures/%2e%2e/api/products',
  '/demo\\..\\sitemap.xml',
])('%s is a path of the shop, but no picture of its own', async (image) => {
  expect((await add(writer, { image })).pictureHidden).toBe(true)
})

test('an address of another site that was stored as a path by an earlier version is a link as well', async () => {
  const { _id } = await add(writer)
  await $client.query('update ratings set image = $1 where id = $2', ['/\t/evil.example/x.png', _id])
  shop.shop.cacheTags.invalidate('ratings')
  expect((await list())[0]?.pictureHidden).toBe(true)
  for (const path of PAGES) expect(await pageOf(path)).toMatch(/Picture(<!-- -->)? on evil\.example/)
})

test('a review without a picture has none to show', async () => {
  const { _id } = await add(writer)
  expect((await show(_id, { shown: true })).status).toBe(409)
  expect((await show(_id, {})).status).toBe(400)
  expect((await show(crypto.randomUUID(), { shown: true })).status).toBe(404)
  expect((await list())[0]).not.toHaveProperty('pictureHidden')
})

test('an admin deletes all reviews of one author in one call, everywhere at once, and nobody else’s', async () => {
  for (let number = 0; number < 30; number++) await add(writer, { description: 'Spam, spam, spam' })
  const [chosen] = await list()
  await add(other, { description: 'Stays' })
  for (const path of PAGES) expect(await pageOf(path)).toContain('Spam')

  const answers = await Promise.all([removeAll(chosen?._id ?? ''), removeAll(chosen?._id ?? '')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const done = answers.find(({ status }) => status === 200)
  expect(done?.json).toEqual({ success: true, message: expect.stringMatching(/^\d+ reviews deleted$/) })
  expect(
    (await shop.call('GET', `/api/myReview?email=${writer.email}`, { token: writer.token })).json,
  ).toEqual([])
  for (const path of PAGES) {
    expect(await pageOf(path)).not.toContain('Spam')
    expect(await pageOf(path)).toContain('Stays')
  }

  // What they write afterwards is not touched by the same call, sent again.
  const { _id } = await add(writer, { description: 'Sorry' })
  expect((await removeAll(chosen?._id ?? '')).status).toBe(404)
  expect((await list())[0]?._id).toBe(_id)
})

test('also those of an author who was removed', async () => {
  const gone = await shop.signUp()
  const { _id } = await add(gone, { description: 'One' })
  await add(gone, { description: 'Two' })
  const before = (await list()).length
  const { rows } = await $client.query('select id from users where email = $1', [gone.email])
  await shop.call('DELETE', `/api/users/${rows[0].id}`, { token: admin.token })
  expect((await removeAll(_id)).json).toEqual({ success: true, message: '2 reviews deleted' })
  expect((await list()).length).toBe(before - 2)
})

test('a review of the demo has no author: it goes alone', async () => {
  const before = await list()
  const demo = before.find(({ name }) => name.endsWith('(demo)'))
  expect((await removeAll(demo?._id ?? '')).json).toEqual({ success: true, message: 'Review deleted' })
  expect(await list()).toEqual(before.filter((rating) => rating !== demo))
})
