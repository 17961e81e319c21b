import type { FastifyRequest } from 'fastify'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { createAuthenticate } from './authenticate.ts'

const ISSUER = 'https://identity.example'
const AUDIENCE = 'shop'

/** An identity service reduced to what the shop knows of it: a name, an audience, a key set. */
async function openIssuer() {
  const { privateKey, jwk } = await newKey()
  let answer = async () => Response.json({ keys: [jwk] })
  let asked = 0
  const removed = new Set<string>()
  const authenticate = createAuthenticate(
    {
      issuer: ISSUER,
      audience: AUDIENCE,
      fetch: (url) => {
        expect(url).toBe(`${ISSUER}/jwks`)
        asked++
        return answer()
      },
    },
    async ({ subject, email, emailVerified, name }) => ({
      id: subject,
      email,
      emailVerified,
      name,
      role: 'customer',
      removed: removed.has(subject),
    }),
  )
  return {
    asked: () => asked,
    remove: (subject: string) => removed.add(subject),
    answerWith: (next: () => Promise<Response>) => {
      answer = next
    },
    sign: (claims: object = {}, end = '1m') =>
      new SignJWT({ email: 'Ada@Example.com', name: 'Ada', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: jwk.kid })
        .setSubject('ada')
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(end)
        .sign(privateKey),
    ask: (authorization?: string) => authenticate({ headers: { authorization } } as FastifyRequest),
  }

  async function newKey() {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: crypto.randomUUID(), alg: 'ES256' } }
  }
}

test('a caller is who the token says, the email in lower case, the name at least the email', async () => {
  const issuer = await openIssuer()
  const token = await issuer.sign()
  expect(await issuer.ask(`Bearer ${token}`)).toMatchObject({
    id: 'ada',
    email: 'ada@example.com',
    name: 'Ada',
    token,
  })
  expect(await issuer.ask(`bearer ${await issuer.sign({ name: '' })}`)).toMatchObject({
    name: 'ada@example.com',
  })
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'Bearer a.b',
  'Bearer a.b.c.d',
  'Bearer a.b.c, Bearer d.e.f',
  'Token a.b.c',
])('the header "%s" is no sign-in, and no key is asked for', async (header) => {
  const issuer = await openIssuer()
  await expect(issuer.ask(header)).rejects.toMatchObject({ status: 401, message: 'Log in to do this' })
  expect(issuer.asked()).toBe(0)
})

test('an expired token is told so, even a second late', async () => {
  const issuer = await openIssuer()
  await expect(issuer.ask(`Bearer ${await issuer.sign({}, '1s ago')}`)).rejects.toMatchObject({
    status: 401,
    message: 'Your sign-in has expired. Log in again.',
  })
})

test('a token that was good is refused from the second on at which it ends', async () => {
  const issuer = await openIssuer()
  const token = await issuer.sign({}, '1m')
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect(await issuer.ask(`Bearer ${token}`)).toMatchObject({ id: 'ada' })
    vi.setSystemTime((decodeJwt(token).exp as number) * 1000 - 1)
    expect(await issuer.ask(`Bearer ${token}`)).toMatchObject({ id: 'ada' })
    vi.setSystemTime((decodeJwt(token).exp as number) * 1000)
    await expect(issuer.ask(`Bearer ${token}`)).rejects.toMatchObject({ status: 401 })
  } finally {
    vi.useRealTimers()
  }
})

test('a token that differs from a good one in a single letter is not good', async () => {
  const issuer = await openIssuer()
  const token = await issuer.sign()
  await issuer.ask(`Bearer ${token}`)
  const [head, payload, signature = ''] = token.split('.')
  const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  await expect(issuer.ask(`Bearer ${head}.${payload}.${changed}`)).rejects.toMatchObject({ status: 401 })
})

test('a person removed meanwhile is refused at the next call, however genuine the token', async () => {
  const issuer = await openIssuer()
  const token = await issuer.sign()
  await issuer.ask(`Bearer ${token}`)
  issuer.remove('ada')
  await expect(issuer.ask(`Bearer ${token}`)).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['answers 503', async () => Response.json({}, { status: 503 })],
  ['answers 500', async () => new Response('', { status: 500 })],
  ['cannot be reached', async () => Promise.reject(new TypeError('fetch failed'))],
])('while the identity service %s, nobody is told that their sign-in is over', async (_what, away) => {
  const issuer = await openIssuer()
  const token = await issuer.sign()
  issuer.answerWith(away)
  await expect(issuer.ask(`Bearer ${token}`)).rejects.toMatchObject({ status: 503 })
})

test('the key set is asked for once, not at every call', async () => {
  const issuer = await openIssuer()
  const token = await issuer.sign()
  await Promise.all(Array.from({ length: 20 }, () => issuer.ask(`Bearer ${token}`)))
  expect(issuer.asked()).toBe(1)
})
