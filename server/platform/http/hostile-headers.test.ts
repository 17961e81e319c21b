import { afterEach, describe, expect, test } from 'vitest'
import { rawRequest } from '#test/raw-request.ts'
import { openShopForFile } from '#test/shop.ts'

// Behind a proxy that passes on what it is sent, and by whatever name it is called.
const shop = await openShopForFile({ TRUST_PROXY: 'true' })
const person = await shop.signUp()

const ERROR = 50
afterEach(() => {
  expect(shop.log.filter((line) => JSON.parse(line).level >= ERROR)).toEqual([])
})

const GARBAGE = [
  'foo',
  'javascript',
  '"',
  ',',
  ',,,',
  ';;=',
  '%00%zz',
  '../../etc/passwd',
  'http://[',
  '[::1',
  'a:b:c:99999999',
  '-1',
  '1e400',
  '\xe9\xff\xfe',
  'x'.repeat(4_000),
]
const HEADERS: Record<string, string[]> = {
  'x-forwarded-proto': ['ftp', 'http:', 'https, foo', 'data'],
  'x-forwarded-host': ['user@shop', 'shop:0:0', 'shop/path', 'shop?x'],
  'x-forwarded-for': ['999.1.1.1', '1.2.3.4, , unknown', '::ffff:1.2.3.4:80', '[2001:db8::1]:443', '_hidden'],
  'x-forwarded-port': ['http'],
  forwarded: ['for=;by=;host="'],
  host: ['shop:port', 'user:pass@shop', 'shop%00'],
  origin: ['null', 'http://', 'https://shop.example:99999', 'file://'],
  referer: ['http://%', 'null'],
  'if-none-match': ['W/', '*', '"', '"a" "b"'],
  'if-modified-since': ['yesterday'],
  range: ['bytes=', 'bytes=-', 'bytes=9-1', 'bytes=0-1,2-3,a-b', 'bytes=99999999999999999999-', 'items=1'],
  'if-range': ['"'],
  'accept-encoding': ['gzip;q=2', 'br;q=', '*;q=0', 'identity;q=0, *;q=0'],
  accept: ['/', 'text/html;q=x'],
  'accept-language': ['*-*', 'de_'],
  cookie: ['=', ';', 'shop.session_token', 'shop.session_token=%E0%A4%A', '__proto__=1; constructor=2'],
  authorization: ['Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic ?', 'Bearer eyJ.eyJ.eyJ'],
  'content-type': [
    '/',
    'application/json; charset=foo',
    'multipart/form-data',
    'application/json; charset="',
  ],
  'content-encoding': ['gzip', 'foo'],
  'idempotency-key': [],
  'stripe-signature': ['t=,v1=', 't=9999999999999,v1=00'],
  'x-http-method-override': ['TRACE'],
  'sec-fetch-site': [],
  'user-agent': [''],
}
const TARGETS: [method: string, path: string, body?: string][] = [
  ['GET', '/'],
  ['GET', '/catalogue?page=1'],
  ['GET', '/api/products?page=1'],
  ['GET', '/api/user'],
  ['GET', '/api/auth/get-session'],
  ['GET', '/api/auth/callback/google?state=x&code=y'],
  ['POST', '/api/auth/sign-in/email', '{"email":"a@example.com","password":"wrong password"}'],
  ['POST', '/api/auth/request-password-reset', '{"email":"a@example.com"}'],
  ['POST', '/api/feedback', '{"name":"","email":"","feedback":""}'],
  ['POST', '/api/bookings', '{}'],
  ['POST', '/api/stripe/webhook', '{}'],
  ['GET', '/sandbox/mail'],
  ['GET', '/sitemap.xml'],
  ['GET', '/robots.txt'],
  ['GET', '/absent.js'],
  ['HEAD', '/pictures/none'],
]

describe.each(Object.entries(HEADERS))('%s', (name, values) => {
  test('whatever it says, no answer is an error of the shop, and none is logged', async () => {
    for (const value of [...GARBAGE, ...values]) {
      const answers = TARGETS.map(async ([method, path, body]) => {
        const headers = { ...(body && { 'content-type': 'application/json' }), [name]: value }
        const { status } = await rawRequest(shop.origin, path, { method, body, headers })
        return `${method} ${path} ${status}`
      })
      const failed = (await Promise.all(answers)).filter((answer) => / 5\d\d$/.test(answer))
      expect(failed, JSON.stringify(value)).toEqual([])
    }
  })
})

test('a protocol that a proxy invents is refused in a sentence', async () => {
  const headers = { 'x-forwarded-proto': 'foo' }
  const { status, json } = await shop.call('GET', '/api/auth/get-session', { headers })
  expect([status, json.error]).toEqual([400, 'The address of this request cannot be read'])
})

test('garbage beside the session changes nothing, garbage in it is no session', async () => {
  const user = expect.objectContaining({ user: expect.objectContaining({ email: person.email }) })
  for (const [cookie, session] of [
    [`${person.cookie}; shop.session_data=%7B`, user],
    [`${person.cookie}x`, null],
    [person.cookie.slice(0, -9), null],
  ]) {
    const { status, json } = await shop.call('GET', '/api/auth/get-session', { headers: { cookie } })
    expect([status, json], cookie).toEqual([200, session])
  }
})
