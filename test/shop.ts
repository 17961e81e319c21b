import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, inject } from 'vitest'
import { createIdentity } from '#identity/identity.ts'
import { openSandbox } from '#sandbox/open-sandbox.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { startChildProcesses } from '#server/operations/processes/postgres-and-sandbox.ts'
import * as users from '#server/people/users/store.ts'
import { UNDECLARED } from '#server/platform/endpoints/declared-only.ts'
import { createLog } from '#server/platform/log/log.ts'
import { readSecrets } from '#server/platform/startup/secrets.ts'
import { checkAnswer } from './check-answer.ts'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>
export type Person = { email: string; name: string; password: string; token: string; cookie: string }
type Sent = { body?: unknown; token?: string; headers?: Record<string, string> }

/** A whole shop on a fresh database and a free port. Throttles are off unless a test turns them on. */
export async function openTestShop(serverUrl: string, variables: Record<string, string> = {}) {
  const database = await freshDatabase(serverUrl)
  const dataDir = variables.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'shop-data-')))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    RATE_LIMIT: 'off',
    // Nothing happens behind a test's back: it calls runDueJobs.
    JOBS: 'off',
    DEMO_ORDERS: 'off',
    ...variables,
  })
  const log: string[] = []
  const logger = createLog('info', { write: (line: string) => void log.push(line) })
  const children = config.sandboxFile ? startChildProcesses(config, logger) : openChildren(config)
  const open = await openShop(config, logger, { createIdentity, children })
  const origin = `http://127.0.0.1:${open.port}`
  let people = 0

  /** A call as any program would make it; `body` is sent as JSON unless it is a string or bytes. */
  async function call(method: string, target: string, { body, token, headers }: Sent = {}) {
    const response = await fetch(origin + target, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
    checkAnswer(
      { method, url: origin + target, hasBody: body !== undefined },
      { status: response.status, text, json },
    )
    return { status: response.status, headers: response.headers, text, json }
  }

  /** Somebody who has just signed up. */
  async function signUp(named: Partial<Pick<Person, 'email' | 'name' | 'password'>> = {}): Promise<Person> {
    const number = ++people
    const person = {
      email: `person${number}@example.com`,
      name: `Person ${number}`,
      password: 'secret',
      ...named,
    }
    const answer = await call('POST', '/api/auth/sign-up/email', { body: person, headers: { origin } })
    if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`)
    const cookie = answer.headers
      .getSetCookie()
      .map((entry) => entry.split(';')[0])
      .join('; ')
    const { json } = await call('GET', '/api/auth/token', { headers: { cookie } })
    await call('PUT', `/api/user/${person.email}`, { body: { email: person.email }, token: json.token })
    return { ...person, token: json.token, cookie }
  }

  return {
    ...open,
    origin,
    log,
    dataDir,
    mailPort: (await children.sandbox)?.mailPort,
    databaseUrl: database.url,
    /** What another instance of this shop is opened with. */
    shared: { DATABASE_URL: database.url, IDENTITY_SECRET: children.secrets.identity },
    call,
    signUp,
    async signUpAdmin(named: Parameters<typeof signUp>[0] = {}): Promise<Person> {
      const person = await signUp(named)
      await users.promote(open.shop.db, person.email)
      return person
    },
    async close() {
      await open.close()
      const undeclared = log.filter((line) => line.includes(UNDECLARED))
      await database.drop()
      if (!variables.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
      if (undeclared.length > 0) throw new Error(undeclared.join())
    },
  }
}

/** What a shop brings along, without a process for each shop: the sandboxes of all live in this one. */
function openChildren({ dataDir, live, port }: Config) {
  const secrets = readSecrets(dataDir)
  const webhookUrl = `http://127.0.0.1:${port}/api/stripe/webhook`
  const { google, stripe } = secrets
  const settings = { dataDir, port: 0, mailPort: 0, google, stripe: { ...stripe, webhookUrl } }
  const fail = (error: Error) => {
    throw error
  }
  const sandbox = live ? Promise.resolve(null) : openSandbox(settings, fail)
  return { secrets, postgres: Promise.resolve(null), sandbox, stop: async () => (await sandbox)?.stop() }
}

/** A shop for all tests of a file, open until the last of them has run. */
export async function openShopForFile(variables?: Record<string, string>): Promise<TestShop> {
  const shop = await openTestShop(inject('databaseServer'), variables)
  afterAll(() => shop.close())
  return shop
}
