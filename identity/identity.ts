import { hashPassword } from 'better-auth/crypto'
import { createJwk } from 'better-auth/plugins'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import {
  deleteExpired,
  endSessions,
  ensureAccount,
  findAccount,
  passwordMatches,
  setPassword,
} from './accounts.ts'
import { type AuthSettings, tokens } from './auth.ts'
import { createAuthPerOrigin } from './auth-per-origin.ts'
import { createEndpoints, type IdentityRequest } from './endpoints.ts'
import type { GoogleSettings } from './google.ts'
import type { Log } from './log.ts'
import { migrateIdentity } from './migrate.ts'
import { createOutageWatch } from './outage.ts'
import { BOUNDED, createPasswordQueue, UNBOUNDED } from './password-queue.ts'
import { Refusal, refusalResponse } from './responses.ts'
import * as schema from './schema.ts'
import { createThrottle, noThrottle } from './throttle.ts'

export type Identity = {
  /** Its own tables, in the schema "identity". The caller makes sure that one process at a time does this. */
  migrate(): Promise<void>
  /** Everything under /api/auth. The request's URL must be the one the browser used; `network` is what counts as one client. */
  handle(request: Request, client: { network: string }): Promise<Response>
  /** Creates the account if it is missing; an existing password is not changed. */
  ensureAccount(person: {
    email: string
    name: string
    password: string
  }): Promise<{ created: boolean; subject: string }>
  /** Null: nobody has that email. An address that is not verified may be somebody else's. */
  findAccount(email: string): Promise<{ subject: string; verified: boolean } | null>
  passwordMatches(email: string, password: string): Promise<boolean>
  /** False: nobody has that email. Also ends that person's sessions. */
  setPassword(email: string, password: string): Promise<boolean>
  endSessions(email: string): Promise<void>
  /** Deletes what has expired; cheap enough to run every minute. */
  deleteExpired(signal?: AbortSignal): Promise<void>
}

export type IdentityOptions = {
  pool: pg.Pool
  secret: string
  issuer: string
  audience: string
  /** Null: whatever host name the request used; otherwise the fixed public origin. */
  publicOrigin: string | null
  allowedOrigins: string[]
  google: GoogleSettings | null
  throttle: boolean
  log: Log
  /** Whether an error of the pool says that the database cannot be used at the moment. */
  isDatabaseUnreachable(error: unknown): boolean
}

const MAX_BODY_LENGTH = 16 * 1024
const HEADERS_NEEDED = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

const UNEXPECTED = new Refusal(500, 'UNEXPECTED', 'Something went wrong here. Please try again.')
const UNAVAILABLE = new Refusal(
  503,
  'UNAVAILABLE',
  'Signing in is not possible at the moment. Please try again in a minute.',
  10,
)

export function createIdentity(options: IdentityOptions): Identity {
  const { pool, log } = options
  const outages = createOutageWatch(options.isDatabaseUnreachable)
  const db = drizzle({ client: outages.watch(pool), schema })
  const settings: AuthSettings = { ...options, db }
  const auths = createAuthPerOrigin(settings, options.google)
  const calls = createEndpoints({
    throttle: options.throttle ? createThrottle(pool, log) : noThrottle,
    queue: createPasswordQueue(options.throttle ? BOUNDED : UNBOUNDED),
    googleConfigured: options.google !== null,
    log,
  })
  const ownAuth = () => auths.plain(options.publicOrigin ?? new URL(options.issuer).origin)
  const factory = async () => {
    const context = await ownAuth().$context
    return {
      newId: (model: 'user' | 'account') => context.generateId({ model }) || crypto.randomUUID(),
      hash: hashPassword,
    }
  }

  /** Creates the signing key up front, so that instances starting together do not each create their own. */
  async function ensureSigningKey() {
    const auth = ownAuth()
    try {
      await auth.api.signJWT({ body: { payload: { sub: 'start' } } })
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('decrypt private key'))) throw error
      log.warn(
        { err: error },
        'identity: the secret has changed; a new signing key is created and everybody must sign in again',
      )
      const context = await auth.$context
      await createJwk({ context } as Parameters<typeof createJwk>[0], tokens(settings))
    }
  }

  async function answer(request: Request, network: string): Promise<Response> {
    const url = new URL(request.url)
    const origin = options.publicOrigin ?? url.origin
    const call = calls[`${request.method} ${url.pathname.replace(/^\/api\/auth/, '')}`]
    if (!call) throw new Refusal(404, 'NOT_FOUND', 'There is no such call.')
    const visit: IdentityRequest = {
      url: new URL(url.pathname + url.search, origin),
      headers: pick(request.headers),
      network,
      body: () => readJson(request),
      plain: auths.plain(origin),
      withGoogle: () => Promise.resolve(auths.withGoogle(origin)),
    }
    return call(visit)
  }

  return {
    async migrate() {
      await migrateIdentity(db)
      await ensureSigningKey()
    },
    async handle(request, client) {
      const { outcome, databaseFailed } = await outages.during(() => answer(request, client.network))
      // A browser that returns from Google is redirected to a page that says what went wrong.
      if (outcome.answer?.status === 302) return outcome.answer
      if (databaseFailed) {
        log.warn({ reason: outcome.error }, 'identity: the database is unreachable')
        return refusalResponse(UNAVAILABLE)
      }
      if (outcome.answer) return outcome.answer
      if (outcome.error instanceof Refusal) return refusalResponse(outcome.error)
      log.error({ err: outcome.error }, 'identity: unexpected error')
      return refusalResponse(UNEXPECTED)
    },
    ensureAccount: async (person) => ensureAccount(db, await factory(), person),
    findAccount: (email) => findAccount(db, email),
    passwordMatches: (email, password) => passwordMatches(db, email, password),
    setPassword: async (email, password) => setPassword(db, await factory(), email, password),
    endSessions: (email) => endSessions(db, email),
    deleteExpired: (signal) => deleteExpired(db, signal),
  }
}

function pick(headers: Headers): Headers {
  const needed = new Headers()
  for (const name of HEADERS_NEEDED) {
    const value = headers.get(name)
    if (value !== null) needed.set(name, value)
  }
  return needed
}

async function readJson(request: Request): Promise<unknown> {
  // Only JSON: a form on another site cannot send it without a preflight.
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, 'JSON_ONLY', 'Send JSON, with the content type application/json.')
  const text = await request.text()
  if (text.length > MAX_BODY_LENGTH) throw new Refusal(413, 'TOO_LARGE', 'This request is too large.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'INVALID_BODY', 'Send a JSON object.')
  }
}
