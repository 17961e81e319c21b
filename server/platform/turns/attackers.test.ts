import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openConnection, splitPost } from '#test/raw-connection.ts'
import { rawRequest } from '#test/raw-request.ts'
import { openShopForFile } from '#test/shop.ts'

const EVIL = 'evil.example'

const shop = await openShopForFile()
const person = await shop.signUp()

/** Bytes as written, and all that comes back until the shop closes the connection or has been silent for a while. */
async function talk(written: string, silenceMs = 1_000): Promise<string> {
  const socket = await openConnection(shop.port)
  const { promise, resolve } = Promise.withResolvers<void>()
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.setTimeout(silenceMs, resolve)
  socket.once('close', () => resolve())
  socket.write(written)
  await promise
  socket.destroy()
  return heard
}

test.each([
  '/api/products?q=a%0d%0aset-cookie:%20planted=1&page=1',
  '/api/products?sort=newest%0d%0aset-cookie:%20planted=1',
  '/api/product/%0d%0aset-cookie:%20planted=1',
  '/api/auth/callback/google?state=%0d%0aset-cookie:%20planted=1',
  '/catalogue?q=%0d%0aset-cookie:%20planted=1',
  '/%0d%0aset-cookie:%20planted=1',
  '/login?from=%0d%0aset-cookie:%20planted=1',
])('no line break of an address gets into the headers of its answer: %s', async (target) => {
  const { status, headers } = await rawRequest(shop.origin, target)
  expect(status).toBeLessThan(500)
  expect(String(headers['set-cookie'] ?? '')).not.toMatch(/(^|[,;\s])planted=/)
  expect(headers.planted).toBeUndefined()
})

test('a sign-in with line breaks in what it returns to plants no header', async () => {
  for (const callbackURL of ['/\r\nset-cookie: planted=1', '/%0d%0aset-cookie:%20planted=1']) {
    const body = { provider: 'google', callbackURL }
    const headers = { origin: shop.origin }
    const answer = await shop.call('POST', '/api/auth/sign-in/social', { body, headers })
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('planted'))).toEqual([])
  }
})

test('a foreign host name, however it is given, gets into no page, no list and no cache', async () => {
  const names = ['host', 'x-forwarded-host', 'x-original-host', 'forwarded', 'x-host']
  for (const target of [
    '/',
    '/blog',
    '/catalogue?page=1',
    '/login',
    '/nothing',
    '/api/products?page=1',
    '/sitemap.xml',
  ]) {
    for (const name of names) {
      const value = name === 'forwarded' ? `host=${EVIL};proto=https` : EVIL
      const { text, headers } = await rawRequest(shop.origin, target, { headers: { [name]: value } })
      expect(text + JSON.stringify(headers), `${target} by ${name}`).not.toContain(EVIL)
    }
    const { text } = await rawRequest(shop.origin, target)
    expect(text, `${target} afterwards`).not.toContain(EVIL)
  }
})

test('a method hidden in a header or query stays what was sent', async () => {
  const { json } = await shop.call('GET', '/api/products')
  const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
  const target = `/api/product/${json[0]._id}?_method=DELETE`
  expect((await shop.call('GET', target, { token: person.token, headers })).json).toMatchObject(json[0])
})

const SMUGGLED = 'GET /api/user HTTP/1.1\r\nhost: shop\r\n\r\n'
test.each([
  ['two lengths', `content-length: 5\r\ncontent-length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
  [
    'a length and chunks',
    `content-length: ${SMUGGLED.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ],
  [
    'chunks by a strange name',
    `transfer-encoding: xchunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ],
  ['a broken chunk', `transfer-encoding: chunked\r\n\r\nzz\r\n${SMUGGLED}`],
  ['a negative length', `content-length: -1\r\n\r\n${SMUGGLED}`],
])('%s: refused, and what hides behind is not taken for a second request', async (_what, rest) => {
  const heard = await talk(
    `POST /api/feedback HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${rest}`,
  )
  expect(heard.match(/^HTTP\/1\.1 \d+/gm)).toHaveLength(1)
  expect(heard).toMatch(/^HTTP\/1\.1 4\d\d/)
})

test('a body that ends before its announced length writes nothing, and is nobody’s fault', async () => {
  const logged = shop.log.length
  const body = JSON.stringify({ name: 'Cut', email: 'cut@example.com', feedback: 'Cut off' })
  const socket = await openConnection(shop.port)
  socket.end(
    `POST /api/feedback HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${body.length + 10}\r\n\r\n${body}`,
  )
  await new Promise((resolve) => socket.once('close', resolve))
  const { rows } = await shop.shop.db.$client.query(
    `select count(*)::int as cut from feedback where name = 'Cut'`,
  )
  expect(rows).toEqual([{ cut: 0 }])
  expect(shop.log.slice(logged).filter((line) => JSON.parse(line).level > 30)).toEqual([])
})

test('500 connections that dribble headers and bodies hold up nobody else', async () => {
  const slow = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const socket = await openConnection(shop.port)
      socket.write(
        index % 2
          ? 'GET / HTTP/1.1\r\nhost: shop\r\nx-slow: '
          : 'POST /api/feedback HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
      )
      return socket
    }),
  )
  for (let round = 0; round < 10; round++) {
    for (const socket of slow) socket.write('a')
    const [page, call] = [await shop.call('GET', '/'), await shop.call('GET', '/api/products?page=1')]
    expect([page.status, call.status]).toEqual([200, 200])
  }
  for (const socket of slow) socket.destroy()
})

const LARGE_FILE = /\/assets\/[\w.-]+\.js/.exec((await shop.call('GET', '/')).text)?.[0] as string
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`
const callsAsUsual = async () =>
  expect((await shop.call('GET', '/api/product/00000000-0000-7000-8000-000000000000')).status).toBe(404)

test('a connection that asks for more before it is answered, and reads nothing, is closed, and costs nobody anything', async () => {
  const greedy = (await openConnection(shop.port)).pause()
  const closed = once(greedy, 'close')
  greedy.write(get(LARGE_FILE).repeat(300) + get('/healthz').repeat(1_300))
  await callsAsUsual()
  greedy.resume()
  await closed
})

test.each([
  ['pages', '/', '/blog'],
  ['a page and a call', '/', '/api/user'],
  ['calls', '/api/products', '/api/products'],
])('%s in one go: the connection is closed before a second is worked on', async (_what, first, second) => {
  const socket = await openConnection(shop.port)
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.write(get(first) + get(second))
  await once(socket, 'close')
  expect(heard.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(1)
})

test('1,100 connections that have sent half a body are no work, and hold up nobody', async () => {
  const { first } = splitPost('/api/feedback', { name: 'Half', email: 'a', feedback: 'Never sent' })
  const halves = await Promise.all(
    Array.from({ length: 1_100 }, async () => {
      const socket = await openConnection(shop.port)
      socket.write(first)
      return socket
    }),
  )
  for (let turn = 0; turn < 10; turn++) await callsAsUsual()
  for (const socket of halves) socket.destroy()
})

test.each(['host: other', 'HOST: shop'])('a second name of the host is refused: %s', async (second) => {
  const heard = await talk(`GET /api/products HTTP/1.1\r\nhost: shop\r\n${second}\r\n\r\n`, 10_000)
  expect(heard).toMatch(/^HTTP\/1\.1 400/)
})

test('an enormous header or too many of them are refused, and the shop goes on', async () => {
  expect(await talk(`GET / HTTP/1.1\r\nhost: shop\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431/,
  )
  const many = Array.from({ length: 3_000 }, (_, index) => `h${index}: a\r\n`).join('')
  expect(await talk(`GET / HTTP/1.1\r\nhost: shop\r\n${many}\r\n`)).toMatch(/^HTTP\/1\.1 431/)
  expect((await shop.call('GET', '/healthz')).status).toBe(200)
})
