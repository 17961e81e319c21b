import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { freePort } from '../test/free-port.ts'
import { startServer, stopServer } from '../test/server-process.ts'

export { expect }

export type Person = { email: string; name: string; password: string; token: string; cookies: string[] }

export type Shop = {
  origin: string
  admin: { email: string; password: string }
  /** Somebody new, signed up through the identity service's own calls. */
  signUp(name?: string): Promise<Person>
  /** The token and session of somebody who has an account. */
  signIn(email: string, password: string): Promise<Person>
  call(
    method: string,
    target: string,
    options?: { token?: string; body?: unknown },
  ): Promise<{ status: number; json: ReturnType<typeof JSON.parse> }>
}

const ADMIN = { email: 'admin@shop.example', password: 'admin secret' }
let people = 0

/** A link followed before that is an ordinary page load, without what the app does on arrival. */
export const interactive = (page: Page) => page.locator('html:not([data-app])').waitFor()

/** What a page said or asked for that it should not have: nothing may be left at the end of a journey. */
export type Watch = { problems: string[]; allow(pattern: RegExp): void }

export const test = base.extend<
  { watch: Watch; signInAs: (person: Person, context?: BrowserContext) => Promise<void> },
  { shop: Shop; settings: Record<string, string> }
>({
  /** Variables of the shop; a file with some of its own has a shop to itself. */
  settings: [{}, { option: true, scope: 'worker' }],

  /** One whole shop per worker, started the way an owner starts it. */
  shop: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-e2e-'))
      const port = await freePort()
      const server = await startServer({
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMIT: 'off',
        ADMIN_PASSWORD: ADMIN.password,
        ...settings,
      })
      await use(createShop(`http://localhost:${port}`))
      await stopServer(server)
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.origin),

  /** The console stays empty, and nothing leaves for another host. */
  watch: [
    async ({ context, shop }, use) => {
      const allowed: RegExp[] = []
      const problems: string[] = []
      context.on('console', (message) => problems.push(`console ${message.type()}: ${message.text()}`))
      context.on('weberror', (error) => problems.push(`error: ${error.error().message}`))
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== shop.origin)
          problems.push(`outside request: ${request.url()}`)
      })
      await use({ problems, allow: (pattern) => void allowed.push(pattern) })
      expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([])
    },
    { auto: true },
  ],

  signInAs: async ({ context, shop }, use) => {
    await use(async ({ token, cookies }, into = context) => {
      await into.addCookies(
        cookies.map((cookie) => {
          const at = cookie.indexOf('=')
          return {
            name: cookie.slice(0, at),
            value: cookie.slice(at + 1),
            url: shop.origin,
            httpOnly: true,
            sameSite: 'Lax' as const,
          }
        }),
      )
      // Only where no page of the shop has been open yet; a later reload must not bring a removed token back.
      await into.addInitScript((value) => {
        // A blank page and a sandboxed frame have no storage.
        if (self.origin === 'null') return
        if (!sessionStorage.getItem('signed in by test')) localStorage.setItem('accessToken', value)
        sessionStorage.setItem('signed in by test', 'yes')
      }, token)
    })
  },
})

function createShop(origin: string): Shop {
  const call: Shop['call'] = async (method, target, { token, body } = {}) => {
    const response = await fetch(origin + target, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, json: await response.json() }
  }
  async function enter(
    calledPath: string,
    person: { email: string; name: string; password: string },
  ): Promise<Person> {
    const response = await fetch(`${origin}/api/auth/${calledPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(person),
    })
    if (!response.ok) throw new Error(`${calledPath} answered ${response.status}: ${await response.text()}`)
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string)
    const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie: cookies.join('; ') } })
    const { token } = (await answer.json()) as { token: string }
    await call('PUT', `/api/user/${person.email}`, { token, body: { email: person.email } })
    return { ...person, token, cookies }
  }
  return {
    origin,
    admin: ADMIN,
    call,
    signUp: (name = 'Test Buyer') => {
      people += 1
      return enter('sign-up/email', {
        name,
        email: `buyer${people}.${process.pid}@example.com`,
        password: 'secret1',
      })
    },
    signIn: (email, password) => enter('sign-in/email', { name: '', email, password }),
  }
}
