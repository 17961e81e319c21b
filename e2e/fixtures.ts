import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Route,
} from 'playwright/test'
import { freshDatabase } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { startServer, stopServer } from '../test/server-process.ts'
import { adaptToFirefox } from './adapt-to-firefox.ts'

export { expect }

export type Person = { email: string; name: string; password: string; token: string; cookies: string[] }

export type Shop = {
  origin: string
  admin: { email: string; password: string }
  /** The first admin, in one session for all who ask, with a token of one's own. */
  signInAdmin(): Promise<Person>
  /** Somebody new, signed up through the identity service's own calls. */
  signUp(name?: string): Promise<Person>
  /** The token and session of somebody who has an account. */
  signIn(email: string, password: string): Promise<Person>
  call(
    method: string,
    target: string,
    options?: { token?: string; body?: unknown },
  ): Promise<{ status: number; json: ReturnType<typeof JSON.parse> }>
  /** What happens at the card provider without the shop, such as a dispute. */
  turnSwitches(turned: object): Promise<void>
  /** The payments that the card provider has taken for this order. */
  charges(order: { _id: string } | undefined): Promise<string[]>
}

type Intent = { id: string; status: string; metadata: { bookingId?: string } }

/** The screens that journeys are made on. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

/** Tests that `npm run proof -- screens` runs as well, and those that only it runs; without axe, `@proof` in the title says the same. */
export const SCREENS = { tag: '@screens' }
export const ONLY_SCREENS = { tag: ['@screens', '@proof'] }

/** A journey made on both screens; `npm test` makes it on the phone. */
export const ON_EACH_SIZE = [
  { size: 'phone', viewport: SIZES.phone, details: SCREENS },
  { size: 'desktop', viewport: SIZES.desktop, details: ONLY_SCREENS },
]

const ADMIN = { email: 'admin@shop.example', password: 'admin secret' }
let people = 0

/** A page that is only read has no app until somebody touches it. */
export const touch = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pointermove')))

export const untilInteractive = (page: Page) =>
  page.locator('html:not([data-app])').waitFor({ state: 'attached' })

/**
 * Addresses are gone to until the app is there: a link followed before that is an ordinary page load, without what the app
 * does on arrival. Who names the moment to wait for gets that one.
 */
function goUntilInteractive(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (!options?.waitUntil) {
      await touch(page)
      await untilInteractive(page)
    }
    return answer
  }
}

/** Notes the addresses that a journey holds back or answers itself until the page has asked for them. */
function noteRoutes(page: Page, unasked: Set<string>) {
  const route = page.route.bind(page)
  page.route = (address, handler, options) => {
    unasked.add(String(address))
    const noting: typeof handler = (asked, request) => {
      unasked.delete(String(address))
      return handler(asked, request)
    }
    return route(address, noting, options)
  }
}

/** What a page said or asked for that it should not have: nothing may be left at the end of a journey. */
type Watch = { allow(pattern: RegExp): void }

type Journey = {
  watch: Watch
  signInAs(person: Person, context?: BrowserContext): Promise<void>
  buyer: Person
  elsewhere(person: Person, options?: BrowserContextOptions): Promise<Page>
}

type Worker = { shop: Shop; settings: Record<string, string>; program: string[] }

export const test = base.extend<Journey, Worker>({
  /** Variables of the shop; a file with some of its own has a shop to itself. */
  settings: [{}, { option: true, scope: 'worker' }],

  /** What runs the shop. */
  program: [[process.execPath, 'server/main.ts'], { option: true, scope: 'worker' }],

  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') await adaptToFirefox(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],

  /** One whole shop per worker, in a process and on a database of its own. */
  shop: [
    async ({ settings, program }, use) => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-e2e-'))
      const database = await freshDatabase(process.env.E2E_DATABASE_SERVER as string)
      const port = await freePort()
      const variables = {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMIT: 'off',
        ADMIN_PASSWORD: ADMIN.password,
        ...settings,
      }
      const server = await startServer(variables, program)
      await use(createShop(`http://localhost:${port}`, dataDir))
      await stopServer(server)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.origin),

  /** An address that no page asks for is a mistake in the journey, which then says nothing about what it is for. */
  context: async ({ context }, use) => {
    const unasked = new Set<string>()
    context.on('page', (page) => {
      goUntilInteractive(page)
      noteRoutes(page, unasked)
    })
    await use(context)
    expect([...unasked], 'held back or answered by this journey, but never asked for').toEqual([])
  },

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
      await use({ allow: (pattern) => void allowed.push(pattern) })
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

  /** Somebody new, signed in where the journey is made. */
  buyer: async ({ shop, signInAs }, use) => {
    const person = await shop.signUp()
    await signInAs(person)
    await use(person)
  },

  /** A page in somebody's own browser, beside the one that is watched. */
  elsewhere: async ({ browser, shop, signInAs }, use) => {
    const opened: BrowserContext[] = []
    await use(async (person, options) => {
      const context = await browser.newContext({ baseURL: shop.origin, ...options })
      opened.push(context)
      context.on('page', goUntilInteractive)
      await signInAs(person, context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

/** Holds back what the page asks for there, for as long as needed. */
export async function hold(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Holds back the app's scripts: the time before a page is interactive. */
export const holdScripts = (page: Page) => hold(page, '**/assets/*.js')

/** What says that the page's content is on its way; a status has no name to be found by, only its words. */
export const loading = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })

/** The next call arrives, its answer does not. */
export const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

/** Answers as the shop refuses. */
export const refuseWith = (status: number, error: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, error } })

function createShop(origin: string, dataDir: string): Shop {
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
    const token = await tokenFor(cookies)
    await call('PUT', `/api/user/${person.email}`, { token, body: { email: person.email } })
    return { ...person, token, cookies }
  }
  async function tokenFor(cookies: string[]): Promise<string> {
    const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie: cookies.join('; ') } })
    return ((await answer.json()) as { token: string }).token
  }
  const signIn: Shop['signIn'] = (email, password) => enter('sign-in/email', { name: '', email, password })
  const askCardProvider = async (method: string, target: string, body?: object) => {
    const { stripe } = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'))
    const { status, json } = await call(method, `/sandbox/stripe${target}`, { token: stripe.secretKey, body })
    expect(status).toBe(200)
    return json
  }
  let admin: Promise<Person> | undefined
  return {
    origin,
    admin: ADMIN,
    call,
    signIn,
    turnSwitches: (turned) => askCardProvider('POST', '/switches', turned),
    charges: async (order) => {
      const { data }: { data: Intent[] } = await askCardProvider('GET', '/v1/payment_intents?limit=100')
      const taken = data.filter(({ status, metadata }) => {
        return status === 'succeeded' && metadata.bookingId === order?._id
      })
      return taken.map(({ id }) => id)
    },
    signInAdmin: async () => {
      admin ??= signIn(ADMIN.email, ADMIN.password)
      const person = await admin
      return { ...person, token: await tokenFor(person.cookies) }
    },
    signUp: (name = 'Test Buyer') => {
      people += 1
      return enter('sign-up/email', {
        name,
        email: `buyer${people}.${process.pid}@example.com`,
        password: 'secret1',
      })
    },
  }
}
