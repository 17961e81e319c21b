import { expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const refusal = { success: false, error: 'No' }
const secret = { clientSecret: 'x' }
const check = (method: string, path: string, status: number, json: unknown, hasBody = false) =>
  checkAnswer({ method, url: `http://shop${path}`, hasBody }, { status, json, text: JSON.stringify(json) })

test.each([
  ['a status', 'DELETE', '/api/feedback/1', 409, refusal, 'which the contract does not declare'],
  ['a field', 'POST', '/api/create-payment-intent', 200, { ...secret, id: 1 }, 'with the field id'],
  [
    'a field of a list',
    'GET',
    '/api/categories',
    200,
    [{ name: 'A', slug: 'a', products: 1, hidden: 1 }],
    'hidden',
  ],
  ['a field of a refusal', 'GET', '/api/product/1', 404, { ...refusal, stack: 'x' }, 'with the field stack'],
  [
    'a type',
    'POST',
    '/api/create-payment-intent',
    200,
    { clientSecret: 1 },
    'not as the contract declares it',
  ],
  ['a refusal without a sentence', 'GET', '/api/product/1', 404, {}, 'without the form of a refusal'],
])(
  '%s that the contract does not declare fails the test in which it is answered',
  (_what, method, path, status, json, problem) => {
    expect(() => check(method, path, status, json, true)).toThrow(problem)
  },
)

test('what is declared passes, and so do faults, other addresses and a body that was not asked for', () => {
  check('POST', '/api/create-payment-intent', 200, secret, true)
  check('POST', '/api/ratings', 409, refusal, true)
  check('GET', '/api/categories', 503, refusal)
  check('DELETE', '/api/feedback/1', 415, refusal, true)
  check('GET', '/api/nothing', 418, {})
})
