import { describe, expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'

const ALLOWED = 'https://partner.example'
const OTHERS = ['https://evil.example', 'http://partner.example', 'https://partner.example:8443', 'null']

const shop = await openShopForFile({
  ALLOWED_ORIGINS: `${ALLOWED}, https://second.example/shop`,
})
const person = await shop.signUp()

const preflight = (path: string, origin: string, method = 'POST') =>
  shop.call('OPTIONS', path, { headers: { origin, 'access-control-request-method': method } })

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

test('a page of an allowed origin may ask for every method and header it needs', async () => {
  const { status, headers, text } = await preflight('/api/bookings', ALLOWED)
  expect([status, text]).toEqual([204, ''])
  expect(headers.get('access-control-allow-origin')).toBe(ALLOWED)
  expect(headers.get('access-control-allow-methods')?.split(', ')).toEqual(
    expect.arrayContaining(['GET', 'POST']),
  )
  expect(headers.get('access-control-allow-headers')?.split(', ').sort()).toEqual([
    'authorization',
    'content-type',
    'idempotency-key',
  ])
  expect(headers.get('vary')).toMatch(/\borigin\b/i)
  expect(headers.has('access-control-allow-credentials')).toBe(false)
})

test('it reads answers and refusals alike, without cookies', async () => {
  for (const [path, token, status] of [
    ['/api/products', undefined, 200],
    [`/api/profileInfo?email=${person.email}`, person.token, 200],
    ['/api/user', undefined, 401],
    ['/api/user', person.token, 403],
    ['/api/product/1', undefined, 404],
  ] as const) {
    const answer = await shop.call('GET', path, { headers: { origin: ALLOWED }, ...(token && { token }) })
    expect(answer.status, path).toBe(status)
    expect(answer.headers.get('access-control-allow-origin'), path).toBe(ALLOWED)
    expect(answer.headers.get('vary'), path).toMatch(/\borigin\b/i)
    expect(answer.headers.has('access-control-allow-credentials'), path).toBe(false)
  }
})

test('each allowed origin is answered with itself, reduced to its origin', async () => {
  const { headers } = await preflight('/api/products', 'https://second.example', 'GET')
  expect(headers.get('access-control-allow-origin')).toBe('https://second.example')
})

describe.each(OTHERS)('from %s', (origin) => {
  test('nothing is opened', async () => {
    const asked = await preflight('/api/bookings', origin)
    const got = await shop.call('GET', '/api/products', { headers: { origin } })
    expect(corsHeaders(asked.headers)).toEqual([])
    expect(corsHeaders(got.headers)).toEqual([])
    expect(got.headers.get('vary')).toMatch(/\borigin\b/i)
  })
})

test.each([
  '/api/auth/sign-in/email',
  '/api/%61uth/sign-in/email',
  '/api/auth/token',
  '/api/stripe/webhook',
  '/',
])('%s is not opened to any other origin', async (path) => {
  expect(corsHeaders((await preflight(path, ALLOWED)).headers)).toEqual([])
  const { headers } = await shop.call('GET', path, { headers: { origin: ALLOWED, cookie: person.cookie } })
  expect(corsHeaders(headers)).toEqual([])
})
