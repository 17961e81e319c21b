import { expect, test } from 'vitest'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { MAX_PER_CUSTOMER, MAX_PER_DAY } from './add-rating.ts'

const shop = await openShopForFile({ RATE_LIMIT: 'on' })
const { $client } = shop.shop.db

const review = { description: 'Arrived on time', rating: HEARTS[0] }
/** Others write fewer: unproven-reviews.test.ts. */
async function signUpConfirmed() {
  const person = await shop.signUp()
  await $client.query('update users set email_verified_at = now() where email = $1', [person.email])
  return person
}
const add = ({ token }: Person) => shop.call('POST', '/api/ratings', { token, body: review })
const addAtOnce = (person: Person, count: number) =>
  Promise.all(Array.from({ length: count }, () => add(person)))
const countOf = async ({ email, token }: Person) =>
  (await shop.call('GET', `/api/myReview?email=${email}`, { token })).json.length
const anHourLater = (person: Person) =>
  $client.query(
    `update ratings set created_at = created_at - interval '1 hour' where user_id = (select id from users where email = $1)`,
    [person.email],
  )

test('a customer writes so many reviews a day, however many are sent at once; others are not held up', async () => {
  const [writer, other] = [await signUpConfirmed(), await shop.signUp()]
  const answers = await addAtOnce(writer, MAX_PER_DAY + 30)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_PER_DAY)
  for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, json.error]).toEqual([
      429,
      `You have written ${MAX_PER_DAY} reviews in one day. Try again tomorrow.`,
    ])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3600)
  }
  expect(await countOf(writer)).toBe(MAX_PER_DAY)
  expect((await add(other)).status).toBe(200)
  for (let hour = 0; hour < 24; hour++) await anHourLater(writer)
  expect((await add(writer)).status).toBe(200)
})

test('and so many in all, however long it takes', async () => {
  const writer = await signUpConfirmed()
  await add(writer)
  await $client.query(
    `insert into ratings (id, user_id, name, image, description, hearts, created_at)
     select gen_random_uuid(), user_id, name, image, description, hearts, '2020-01-01'
     from ratings, generate_series(1, $2) where user_id = (select id from users where email = $1)`,
    [writer.email, MAX_PER_CUSTOMER - 3],
  )
  const answers = await addAtOnce(writer, 6)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.json).toEqual({
    success: false,
    error: `You have written ${MAX_PER_CUSTOMER} reviews, the most one customer can write.`,
  })
  expect(await countOf(writer)).toBe(MAX_PER_CUSTOMER)
})
