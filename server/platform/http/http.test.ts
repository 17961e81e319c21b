import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { apiRoutes } from '#contract/calls/api-routes.ts'
import { openConnection } from '#test/raw-connection.ts'
import { rawRequest } from '#test/raw-request.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()

const json = { 'content-type': 'application/json' }
const feedback = { name: 'Ada', email: 'ada@example.com', feedback: 'Good' }
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const refusal = (text: string) => {
  const { success, error, ...more } = JSON.parse(text)
  expect(success).toBe(false)
  expect(error).toMatch(/^[A-Z].+/)
  // Nothing of the machinery: no stack, no path, no name of a library.
  expect(text).not.toMatch(/node_modules|\.ts:|\bat \w+ \(|FST_|Fastify|zod|Invalid input/i)
  return { error, ...more }
}

test.each([
  ['GET', '/api', 404],
  ['GET', '/api/', 404],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/nothing', 404],
  ['GET', '/api/products/', 404],
  ['GET', '/api/PRODUCTS', 404],
  ['POST', '/api/product/1', 405, 'GET, HEAD, OPTIONS'],
  ['PUT', '/api/products', 405, 'GET, HEAD, POST, OPTIONS'],
  ['DELETE', '/api/products?a=b', 405, 'GET, HEAD, POST, OPTIONS'],
  ['PATCH', '/api/user/admin/a@example.com', 405, 'PUT, OPTIONS'],
  ['POST', '/api/openapi.json', 405, 'GET, HEAD, OPTIONS'],
  ['GET', '/api/stripe/webhook', 405, 'POST'],
  ['DELETE', '/api/auth/token', 405, 'GET, POST, HEAD'],
  ['PROPFIND', '/api/products', 405, 'GET, HEAD, POST, OPTIONS'],
  ['QUERY', '/api/products', 405, 'GET, HEAD, POST, OPTIONS'],
  ['TRACE', '/api/products', 405, 'GET, HEAD, POST, OPTIONS'],
  ['MKCOL', '/api/nothing', 404],
])('%s %s answers %i as JSON', async (method, path, status, allow?: string) => {
  const answer = await rawRequest(shop.origin, path, { method, headers: json })
  expect(answer.status).toBe(status)
  expect(answer.headers.allow).toBe(allow)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  refusal(answer.text)
})

test.each(['/api/product/%', '/api/product/%E0%A4%A', '/api/%/x', '/api/admin/%ff@example.com'])(
  'the unreadable address %s is a 400 with all headers',
  async (path) => {
    const { status, text, headers } = await rawRequest(shop.origin, path)
    expect(status).toBe(400)
    expect(refusal(text).error).toBe('Malformed URL')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(uuid),
    })
  },
)

describe('bodies', () => {
  const deep = '['.repeat(40_000) + ']'.repeat(40_000)
  test.each([
    ['malformed JSON', '{"name":', json, 400, 'The body is not valid JSON'],
    ['no JSON at all', 'hello', json, 400, 'The body is not valid JSON'],
    ['a form', 'name=Ada', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a plain text', 'hello', { 'content-type': 'text/plain' }, 415, 'Send the body as application/json'],
    ['a body without a type', '{}', {}, 415],
    ['a type that is none', '{}', { 'content-type': ';;' }, 415],
    ['JSON by another name', '[]', { 'content-type': 'application/vnd.shop+json' }, 400],
    ['an array', '[]', json, 400, 'Send the fields of this call as a JSON object'],
    ['null', 'null', json, 400],
    ['a string', '"feedback"', json, 400],
    ['40,000 arrays in each other', deep, json, 400],
    ['a field that is 40,000 arrays', `{"name":${deep}}`, json, 400, 'The name is required'],
    [
      'an oversize body',
      JSON.stringify({ name: 'x'.repeat(101 * 1024) }),
      json,
      413,
      'The body is too large',
    ],
  ])('%s is refused with a sentence', async (_what, body, headers, status, sentence?: string) => {
    const answer = await rawRequest(shop.origin, '/api/feedback', { method: 'POST', body, headers })
    expect(answer.status).toBe(status)
    const { error } = refusal(answer.text)
    if (sentence) expect(error).toBe(sentence)
  })

  test.each([
    '',
    'application/json',
    'application/json; charset=',
    'text/plain',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'nonsense',
    ';',
  ])('an empty body of type "%s" counts as none', async (type) => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      'content-length': '0',
      ...(type && { 'content-type': type }),
    }
    const path = `/api/user/${admin.email}`
    expect((await rawRequest(shop.origin, path, { method: 'PUT', headers })).status).toBe(200)
    const { status, text } = await rawRequest(shop.origin, '/api/feedback', { method: 'POST', headers })
    expect(status).toBe(400)
    expect(refusal(text).error).toBe('Send the fields of this call as a JSON object')
  })

  test('a call that neither sends a body nor mentions one is answered, whatever its type', async () => {
    const { token } = await shop.signUpAdmin()
    const calls = Object.values(apiRoutes)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} /api${path.replace(/:\w+/g, 'none')}`)
    for (const call of [...calls, 'POST /api/auth/sign-out', 'POST /api/stripe/webhook', 'POST /catalogue']) {
      const socket = await openConnection(Number(new URL(shop.origin).port))
      const headers = [
        'host: shop',
        `authorization: Bearer ${token}`,
        'content-type: application/json',
        'connection: close',
      ]
      socket.write(`${call} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      const answer = Buffer.concat(await socket.toArray()).toString()
      expect(answer, call).toMatch(/^HTTP\/1.1 [24]\d\d /)
    }
  })

  test('unknown fields and poisoned ones are ignored', async () => {
    const body = `{"__proto__":{"feedback":"no","role":"admin"},"constructor":{"prototype":{"role":"admin"}},
      "createdAt":"1970-01-01","id":"1",${JSON.stringify(feedback).slice(1)}`
    expect((await shop.call('POST', '/api/feedback', { body })).status).toBe(200)
    const { rows } = await shop.shop.db.$client.query(
      'select * from feedback order by created_at desc limit 1',
    )
    expect(rows).toEqual([{ ...feedback, id: expect.stringMatching(uuid), created_at: expect.any(Date) }])
    expect(rows[0].created_at.getFullYear()).toBeGreaterThan(2000)
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  test('a poisoned prototype does not stand in for a missing field', async () => {
    const body = '{"__proto__":{"name":"Ada","email":"a","feedback":"x"}}'
    const { status, json } = await shop.call('POST', '/api/feedback', { body })
    expect([status, json.field]).toEqual([400, 'name'])
  })

  test('a field without a sentence of its own is refused with one', async () => {
    const answer = await shop.call('PUT', `/api/profile/${admin.email}`, { token: admin.token, body: {} })
    expect(answer.status).toBe(400)
    expect(refusal(answer.text)).toEqual({
      error: 'The field info is missing or has the wrong type',
      field: 'info',
    })
  })
})

test.each([
  ['?email=a@example.com&email=b@example.com', 400],
  ['', 400],
  ['?email', 403],
  ['?email[]=a@example.com', 400],
  ['?email=%ED%A0%80', 403],
  ['?__proto__=1&email=%00', 403],
  ['?email=%', 403],
])('the query "%s" in place of the own email is refused', async (query, status) => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const answer = await rawRequest(shop.origin, `/api/myReview${query}`, { headers })
  expect(answer.status).toBe(status)
  refusal(answer.text)
})

test('an email of 254 characters in the path is read like any other', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(184)}.test`
  expect(email).toHaveLength(254)
  const { status, json } = await shop.call('GET', `/api/admin/${email}`, { token: admin.token })
  expect([status, json]).toEqual([200, { admin: false }])
})

test('an address longer than any is refused, and the shop goes on', async () => {
  const long = await rawRequest(shop.origin, `/api/product/${'a'.repeat(5_000)}`)
  expect(long.status).toBe(404)
  refusal(long.text)
  expect((await rawRequest(shop.origin, `/api/product/${'a'.repeat(50_000)}`)).status).toBe(431)
  expect((await shop.call('GET', '/healthz')).status).toBe(200)
})

test('HEAD answers what GET would, without a body', async () => {
  const get = await rawRequest(shop.origin, '/api/products')
  const head = await rawRequest(shop.origin, '/api/products', { method: 'HEAD' })
  expect([head.status, head.body.length]).toEqual([200, 0])
  expect(Number(get.headers['content-length'])).toBe(get.body.length)
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect((await rawRequest(shop.origin, '/api/user', { method: 'HEAD' })).status).toBe(401)
  expect((await rawRequest(shop.origin, '/api/nothing', { method: 'HEAD' })).status).toBe(404)
})

test.each([
  ['/api/product/1', 404],
  ['/api/openapi.json', 200],
  ['/api/user', 401],
  ['/api/nothing', 404],
  ['/api/auth/token', 401],
  ['/api/auth/nothing', 404],
])('%s comes with the security headers and is kept by nobody', async (path, status) => {
  const answer = await rawRequest(shop.origin, path)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(answer.headers['x-powered-by'] ?? answer.headers.server).toBeUndefined()
})

test('every request that is worked on has an id of its own, whatever the client says', async () => {
  const ids = await Promise.all(
    ['/api/openapi.json', '/api/nothing', '/healthz', '/api/user'].map(async (path) =>
      (await shop.call('GET', path, { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id'),
    ),
  )
  for (const id of ids) expect(id).toMatch(uuid)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(['%%%', 'a b', '[', '@', 'a@b', 'a:b@shop', 'a/b', 'a?b', 'a#b', 'a\\b', ':80', '[::1'])(
  'the host name "%s" is none and is refused where it matters',
  async (host) => {
    const { status, text } = await rawRequest(shop.origin, '/api/auth/token', { headers: { host } })
    expect(status).toBe(400)
    refusal(text)
  },
)

test.each([
  'localhost',
  'shop.example:3000',
  'my_shop',
  '127.0.0.1:80',
  '[::1]:3000',
  'xn--lden-moa.example',
])('a shop is reached by the host name %s', async (host) => {
  const { status } = await rawRequest(shop.origin, '/api/auth/token', { headers: { host } })
  expect(status).toBe(401)
})

test('an unexpected error is a blank 500 whose request id leads to the log', async () => {
  const { $client } = shop.shop.db
  await $client.query('alter table feedback rename to feedback_away')
  const answer = await shop.call('POST', '/api/feedback', { body: feedback })
  await $client.query('alter table feedback_away rename to feedback')
  expect(answer.status).toBe(500)
  const { error, requestId } = refusal(answer.text)
  expect(error).toBe(
    'Something went wrong on our side. Try again. If it keeps happening, tell us the request ID.',
  )
  expect(requestId).toMatch(uuid)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  const logged = shop.log
    .map((line) => JSON.parse(line))
    .find((line) => line.requestId === requestId && line.err)
  expect(logged).toMatchObject({ level: 50, msg: 'unexpected error' })
  expect(logged.err.stack).toContain('feedback')
})

test('a body that breaks off is no fault of ours', async () => {
  const line = shop.log.length
  const { hostname, port } = new URL(shop.origin)
  const head = `POST /api/feedback HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`
  const socket = connect(Number(port), hostname).resume()
  socket.end(`${head}{"name"`)
  await once(socket, 'close')
  await shop.call('POST', '/api/feedback', { body: feedback })
  const logged = shop.log.slice(line).map((entry) => JSON.parse(entry))
  expect(logged.filter(({ level }) => level > 30)).toEqual([])
})

test('what was answered is logged without queries, emails and ids of others', async () => {
  for (const [target, path] of [
    [`/api/admin/${admin.email}`, '/api/admin/:email'],
    ['/api/user?q=planted', '/api/user'],
  ] as const) {
    const { headers } = await shop.call('GET', target, { token: admin.token })
    const lines = shop.log.map((line) => JSON.parse(line))
    const line = lines.find(({ requestId }) => requestId === headers.get('x-request-id'))
    expect(line).toMatchObject({ method: 'GET', path, status: 200, msg: 'answered' })
    expect(JSON.stringify(line)).not.toMatch(/@|planted/)
  }
})

test('the shop says whether it lives and whether it is ready', async () => {
  for (const [path, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const answer = await shop.call('GET', path)
    expect([answer.status, answer.json]).toEqual([200, { status }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})
