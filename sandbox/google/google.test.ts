import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser, type Page, type TestBrowser } from '#identity/test-browser.ts'
import { createGoogleSandbox } from './create-google-sandbox.ts'

const client = { clientId: 'shop', clientSecret: 'sandbox-secret-0123456789abcdef' }
const server = http.createServer()
let port = 0

beforeAll(async () => {
  server.on('request', (await createGoogleSandbox(client)).listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const verifier = randomBytes(32).toString('base64url')
const toCallback = (next: URL) => next.pathname === '/api/auth/callback/google'

function authorize(browser: TestBrowser, changes: Record<string, string> = {}) {
  const parameters = {
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: `${browser.origin}/api/auth/callback/google`,
    scope: 'openid email profile',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  return browser.follow(`/sandbox/google/auth?${new URLSearchParams(parameters)}`) as Promise<Page>
}

async function submit(browser: TestBrowser, page: Page, form: Record<string, string>, ending = '') {
  const action = /action="([^"]+?)(\/cancel)?"/.exec(page.text)?.[1]
  const answer = await browser.visit(`${action}${ending}`, { form })
  return answer.location ? ((await browser.follow(answer.location, toCallback)) as URL) : answer
}

function forwarded(origin: string) {
  const { host, protocol } = new URL(origin)
  return { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
}

async function discover(origin: string) {
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/google/.well-known/openid-configuration`, {
    headers: forwarded(origin),
  })
  return response.json()
}

async function exchange(origin: string, code: string, changes: Record<string, string> = {}) {
  const { token_endpoint } = await discover(origin)
  const response = await fetch(token_endpoint, {
    method: 'POST',
    headers: forwarded(origin),
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${origin}/api/auth/callback/google`,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      code_verifier: verifier,
      ...changes,
    }),
  })
  return { status: response.status, body: await response.json() }
}

const typed = { email: 'somebody@example.com', name: 'Some Body', verified: 'yes' }

describe('the protocol', () => {
  test('browsers are sent to the public address, the shop’s server to where it asked', async () => {
    const document = await discover('https://shop.example')
    expect(document).toMatchObject({
      issuer: 'https://shop.example/sandbox/google',
      authorization_endpoint: 'https://shop.example/sandbox/google/auth',
      token_endpoint: `http://127.0.0.1:${port}/sandbox/google/token`,
      jwks_uri: `http://127.0.0.1:${port}/sandbox/google/jwks`,
    })
  })

  test.each(['http://localhost:4400', 'http://127.0.0.1:4400', 'http://shop.far-away.test'])(
    'a code from %s becomes an id token with the account’s claims',
    async (origin) => {
      const browser = createBrowser(port, origin)
      const end = (await submit(browser, await authorize(browser), typed)) as URL
      expect(end.searchParams.get('state')).toBe('the state')
      const { body } = await exchange(origin, end.searchParams.get('code') ?? '')
      const { jwks_uri, issuer } = await discover(origin)
      const { payload } = await jwtVerify(body.id_token, createRemoteJWKSet(new URL(jwks_uri)), {
        issuer,
        audience: client.clientId,
        algorithms: ['RS256'],
      })
      expect(payload).toMatchObject({
        email: typed.email,
        email_verified: true,
        name: typed.name,
        nonce: 'the nonce',
        sub: expect.stringMatching(/^[\da-f]{21}$/),
      })
    },
  )

  test('a code works once, with its verifier, for its client', async () => {
    const browser = createBrowser(port, 'http://localhost:4400')
    const code = async () =>
      ((await submit(browser, await authorize(browser), typed)) as URL).searchParams.get('code') ?? ''
    const first = await code()
    expect((await exchange(browser.origin, first)).status).toBe(200)
    expect((await exchange(browser.origin, first)).body.error).toBe('invalid_grant')
    expect((await exchange(browser.origin, await code(), { code_verifier: 'x'.repeat(43) })).body.error).toBe(
      'invalid_grant',
    )
    expect((await exchange(browser.origin, await code(), { client_secret: 'wrong' })).body.error).toBe(
      'invalid_client',
    )
  })

  test('it sends nobody to another host or path', async () => {
    const browser = createBrowser(port, 'http://localhost:4400')
    for (const redirect_uri of [
      'http://elsewhere.test/api/auth/callback/google',
      'http://localhost:4400/other',
    ]) {
      const page = await authorize(browser, { redirect_uri })
      expect(page.status).toBe(400)
      expect(page.text).toContain('cannot go on')
    }
  })
})

describe('the page', () => {
  test('it says that it is not Google, offers accounts, labels its fields and runs no scripts', async () => {
    const page = await authorize(createBrowser(port, 'http://localhost:4400'))
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Test sign-in: this is not Google</h1>')
    expect(page.text).toContain('demo.buyer@example.com')
    expect(page.text).toMatch(/demo\.unverified@example\.com \(not verified\)/)
    for (const field of ['email', 'name']) expect(page.text).toContain(`<label for="${field}">`)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'")
    expect(page.text).not.toContain('<script')
    const stylesheet = /href="([^"]+\.css)"/.exec(page.text)?.[1] ?? ''
    const style = await createBrowser(port, 'http://localhost:4400').visit(stylesheet)
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('it asks again at every sign-in, so that another account can be picked', async () => {
    const browser = createBrowser(port, 'http://localhost:4400')
    await submit(browser, await authorize(browser), typed)
    const second = await authorize(browser)
    expect(second.text).toContain('this is not Google')
    const end = (await submit(browser, second, {
      ...typed,
      email: 'another@example.com',
      verified: 'no',
    })) as URL
    const { body } = await exchange(browser.origin, end.searchParams.get('code') ?? '')
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ email: 'another@example.com', email_verified: false })
  })

  test('cancelling goes back with access_denied', async () => {
    const browser = createBrowser(port, 'http://localhost:4400')
    const end = (await submit(browser, await authorize(browser), {}, '/cancel')) as URL
    expect(end.searchParams.get('error')).toBe('access_denied')
  })

  test('what is typed wrongly is said, and kept, and harmless', async () => {
    const browser = createBrowser(port, 'http://localhost:4400')
    const page = (await submit(browser, await authorize(browser), {
      email: '"><b>x',
      name: 'Kept & Safe',
    })) as Page
    expect(page.status).toBe(400)
    expect(page.text).toContain('role="alert">Type an email address')
    expect(page.text).toContain('value="&quot;&gt;&lt;b&gt;x"')
    expect(page.text).toContain('value="Kept &amp; Safe"')
  })

  test('without a sign-in under way there is only a way back to the shop', async () => {
    const page = await createBrowser(port, 'http://localhost:4400').visit(
      '/sandbox/google/interaction/unknown',
    )
    expect(page.status).toBe(400)
    expect(page.text).toContain('href="/login"')
  })
})
