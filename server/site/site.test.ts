import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { texts } from '#contract/fixed-texts.ts'
import { rawRequest } from '#test/raw-request.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const home = (await shop.call('GET', '/')).text

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(shop.origin, path, { headers, method })

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
}

test('the home page holds the hero, six products, six reviews and the statistics', async () => {
  expect(home).toContain(texts.hero)
  const [products, ratings] = await Promise.all(
    ['/api/products', '/api/ratings'].map(async (path) => (await shop.call('GET', path)).json),
  )
  for (const { _id } of products.slice(0, 6)) expect(home).toContain(`/product/${_id}`)
  expect(home).not.toContain(products[6]._id)
  for (const { name } of ratings.slice(0, 6)) expect(home).toContain(name.replaceAll('&', '&amp;'))
  for (const { figure, label } of texts.statistics) {
    expect(home).toContain(figure)
    expect(home).toContain(label)
  }
})

test.each(['/verify-email', '/reset-password'])(
  '%s offers no form before its link is read, which the server never sees',
  async (path) => {
    const { text } = await shop.call('GET', path)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(main).toContain('data-needs-app="always"')
    expect(main).not.toContain('<form')
  },
)

describe.each([
  '/',
  '/home',
  '/blog',
  '/reviews',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/dashboard',
  '/product/1',
  '/nothing',
])('the page %s', (path) => {
  test('allows its own inline scripts and no others', async () => {
    const { headers, text } = await get(path)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    )
    const allowed = policy.get('script-src') ?? []
    expect(allowed.filter((source) => source.startsWith("'sha256-")).sort()).toEqual(inlineHashes(text))
    expect(allowed.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"])
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('style-src')).toEqual(["'self'"])
    for (const closed of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(closed)).toEqual(["'none'"])
    expect(text).not.toMatch(/<[^>]+\son\w+=/i)
    expect(text).not.toMatch(/<style[\s>]/i)
  })

  test('comes with the security headers, is checked for changes, and needs no body for HEAD', async () => {
    const page = await get(path)
    expect(page.headers).toMatchObject({ ...ALWAYS, 'cache-control': 'no-cache' })
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([page.status, 0])
    expect(head.headers.etag).toBe(page.headers.etag)
  })
})

describe('a page is sent', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=1.0', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip;q=0, br; q=0.0', undefined, (body: Buffer) => body],
    ['identity', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ])('to who accepts "%s" as %s', async (accepted, encoding, unpack) => {
    const { headers, body } = await get('/blog', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(Number(headers['content-length'])).toBe(body.length)
    expect(unpack(body).toString()).toBe((await get('/blog')).text)
  })

  test('not again to who has it already', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const asked = { 'accept-encoding': encoding }
      const { etag } = (await get('/blog', asked)).headers
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
        const again = await get('/blog', { ...asked, 'if-none-match': String(known) })
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
        expect(again.headers).toMatchObject(ALWAYS)
      }
      expect((await get('/blog', { ...asked, 'if-none-match': '"x"' })).status).toBe(200)
    }
  })
})

test('a change of the catalogue or of the reviews shows at the next request, also in the data', async () => {
  const body = { name: 'Brand-new anvil', image: '/x.svg', description: 'Heavy', price: 5, quantity: 500 }
  await shop.call('POST', '/api/products', { token: admin.token, body })
  expect((await get('/')).text).toContain(body.name)
  expect((await get('/_.data')).text).toContain(body.name)
  const [added] = (await shop.call('GET', '/api/products')).json
  await shop.call('DELETE', `/api/products/${added._id}`, { token: admin.token })
  expect((await get('/')).text).not.toContain(body.name)
  expect((await get('/_.data')).text).not.toContain(body.name)

  expect((await get('/reviews')).text).not.toContain('Written just now')
  const review = { description: 'Written just now', rating: '♥♥♥♥♥' }
  await shop.call('POST', '/api/ratings', { token: admin.token, body: review })
  for (const path of ['/', '/reviews', '/reviews.data'])
    expect((await get(path)).text, path).toContain(review.description)
})

test('a page that cannot be rendered is a 500 in one sentence, with a request id that leads to the log', async () => {
  const { $client } = shop.shop.db
  await $client.query('alter table ratings rename to ratings_away')
  const answer = await get('/reviews?page=3')
  await $client.query('alter table ratings_away rename to ratings')
  expect(answer.status).toBe(500)
  expect(answer.headers).toMatchObject({ ...ALWAYS, 'content-type': 'text/plain; charset=utf-8' })
  expect(answer.text).toBe(
    `Something went wrong on our side. Try again. If it keeps happening, tell us the request ID.\nRequest ID: ${answer.headers['x-request-id']}\n`,
  )
  const logged = shop.log.map((line) => JSON.parse(line)).find(({ err }) => err)
  expect(logged).toMatchObject({ requestId: answer.headers['x-request-id'], msg: 'unexpected error' })
  expect(logged.err.stack).toContain('ratings')
})

describe('files', () => {
  test('of the build are named by their content and kept for a year', async () => {
    const script = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] as string
    const style = /\/assets\/[\w.-]+\.css/.exec(home)?.[0] as string
    for (const [path, type] of [
      [script, 'text/javascript; charset=utf-8'],
      [style, 'text/css; charset=utf-8'],
    ] as const) {
      const { status, headers } = await get(path, { 'accept-encoding': 'br' })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-type': type,
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) })
      expect(again.status).toBe(304)
      expect((await get(path, {}, 'HEAD')).body).toHaveLength(0)
    }
  })

  test('that are drawings run nothing when they are opened by themselves', async () => {
    const { headers } = await get('/favicon.svg')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'image/svg+xml' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  test.each([
    '/../package.json',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..\\..\\package.json',
    '/assets/..%5c..%5cpackage.json',
    '/.env',
    '/.data/secrets.json',
    '/server/index.js',
    '/../server/index.js',
    '/%2e%2e/server/index.js',
    '/assets/',
    '/assets',
    '/favicon.svg/',
    '/favicon.svg%00',
    '/etc/passwd',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/assets/nothing.js',
  ])('are only those of the build: %s', async (path) => {
    const { status, headers, text } = await get(path)
    expect([400, 404]).toContain(status)
    expect(headers['content-type']).toMatch(/^text\/(html|plain)/)
    expect(text).not.toMatch(/hundredweight"|root:|"identity"/)
  })
})

describe('an odd address gets a clean answer', () => {
  let logged: number
  beforeEach(() => {
    logged = shop.log.length
  })
  afterEach(() => {
    expect(shop.log.slice(logged).filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test.each([
    ['/%', 404],
    ['/%E0%A4%A', 404],
    ['/%E0%A4%A?a=b', 404],
    ['/%ff', 404],
    ['/a%', 404],
    ['/product/%', 200],
    ['/Blog', 404],
    ['/dashboard/myorder', 404],
    ['/Blog.data', 404],
    ['//', 200],
    ['//elsewhere.example', 404],
    ['//elsewhere.example/%2f..', 404],
    ['///', 200],
    ['/\\elsewhere.example', 404],
    ['/;a=b', 404],
    ['/?', 200],
    ['/?%', 200],
    ['/?=&&=', 200],
    ['/reviews?page=%', 404],
    ['/reviews?page=1&page=2', 200],
    ['/reviews?page=%00', 404],
    ['/_.data?_routes=%', 200],
    ['/.data', 200],
    [`/${'a'.repeat(8_000)}`, 404],
    [`/?${'a'.repeat(8_000)}`, 200],
    [`/${'a/'.repeat(4_000)}`, 404],
    [`/${'a'.repeat(20_000)}`, 431],
    ['http://elsewhere.example/blog', 200],
    ['http://elsewhere.example/nothing', 404],
    ['http://[/', 400],
    ['*', 404],
  ])('%s', async (path, status) => {
    const answer = await get(path)
    expect(answer.status).toBe(status)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.text).not.toMatch(/node_modules|\.ts:|FST_/)
  })

  test.each(['/%E0%A4%A', '/%', '/Blog', '/dashboard/myorder'])('%s is the not-found page', async (path) => {
    const [answer, missing] = [await get(path), await get('/nothing')]
    expect(answer.text).toBe(missing.text)
    expect(answer.headers).toMatchObject({ ...ALWAYS, etag: missing.headers.etag })
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s to a page', async (method) => {
    for (const path of ['/', '/login', '/nothing', '/%', '/healthz']) {
      const answer = await rawRequest(shop.origin, path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method !== 'OPTIONS' && { body: '{"broken' }),
      })
      expect([answer.status, answer.headers.allow], path).toEqual([405, 'GET, HEAD'])
      expect(answer.headers).toMatchObject(ALWAYS)
      expect(answer.text).toBe('This URL accepts only GET, HEAD\n')
    }
  })
})

/** The hashes of the scripts that stand in the page itself, found without the code under test. */
function inlineHashes(html: string): string[] {
  const hashes = html
    .split(/<script\b/)
    .slice(1)
    .flatMap((piece) => {
      const opening = piece.slice(0, piece.indexOf('>'))
      const code = piece.slice(opening.length + 1, piece.indexOf('</script>'))
      const runs = !/\ssrc=/.test(opening) && !/type="application\//.test(opening) && code !== ''
      return runs ? [`'sha256-${createHash('sha256').update(code).digest('base64')}'`] : []
    })
  return [...new Set(hashes)].sort()
}
