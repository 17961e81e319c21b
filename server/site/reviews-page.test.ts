import { expect, test } from 'vitest'
import { RATINGS_PER_PAGE } from '#contract/people/ratings.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()

/** What a visitor gets, and how many reviews are in it. */
async function shown(target: string) {
  const { status, text } = await shop.call('GET', target)
  return { status, text, reviews: text.match(/<blockquote/g)?.length ?? 0 }
}

test('all reviews stand on numbered pages, newest first; a number beyond them is not found', async () => {
  const { token } = await shop.signUp()
  const before = (await shop.call('GET', '/api/ratings')).json.length
  expect(await shown('/reviews')).toMatchObject({ status: 200, reviews: before })
  for (let number = before + 1; number <= RATINGS_PER_PAGE + 2; number++)
    await shop.call('POST', '/api/ratings', {
      token,
      body: { description: `Review number ${number}.`, rating: '♥♥♥♥♡' },
    })

  const first = await shown('/reviews?page=1')
  expect(first).toMatchObject({ status: 200, reviews: RATINGS_PER_PAGE })
  expect(first.text).toContain(`Review number ${RATINGS_PER_PAGE + 2}.`)
  expect(await shown('/reviews?page=2')).toMatchObject({ status: 200, reviews: 2 })
  for (const page of ['3', '0', '-1', 'x', '1.5', '99999999999999999999'])
    expect(await shown(`/reviews?page=${page}`)).toMatchObject({ status: 404, reviews: 0 })
})
