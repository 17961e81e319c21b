import { AsyncLocalStorage } from 'node:async_hooks'
import { createJwk } from 'better-auth/plugins'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Refusal, retryAfter } from '#contract/calls/refusal.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import {
  deleteAccount,
  deleteExpired,
  describeAccount,
  disableTwoStep,
  endDemoVerifications,
  ensureAccount,
  findAccount,
  type NewPerson,
  passwordMatches,
  setPassword,
} from './accounts.ts'
import { type AuthSettings, tokens } from './auth.ts'
import { createAuthPerOrigin } from './auth-per-origin.ts'
import { type Confirmation, confirmPerson } from './confirm-person.ts'
import { createDatabaseOutageWatch } from './database-outage.ts'
import { createEndpoints } from './endpoints.ts'
import { refuseForeignOrigin } from './foreign-origin.ts'
import type { GoogleSettings } from './google/google.ts'
import { createLink, type LinkKind } from './links/links.ts'
import type { Log } from './log.ts'
import type { IdentityMail, MailSettings } from './mails/mail-endpoints.ts'
import { createMailLimits, type FloodedMail, noMailLimits } from './mails/mail-limits.ts'
import { identityMigrations } from './migrations.ts'
import { createPasswordGuard } from './passwords/password-guard.ts'
import { createPasswordTurns } from './passwords/password-turns.ts'
import type { IdentityRequest } from './request.ts'
import { refusalResponse } from './responses.ts'
import * as schema from './schema.ts'
import { createKnownNetworks } from './throttle/known-networks.ts'
import { createThrottle, noThrottle } from './throttle/throttle.ts'

export type Identity = ReturnType<typeof createIdentity>

export type IdentityOptions = MailSettings & {
  pool: pg.Pool
  /** Of the shop, as authenticator apps show it. */
  name: string
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
  /** Why it cannot, for the log. */
  describeOutage(error: unknown): string
}

const MAX_BODY_LENGTH = 16 * 1024
const HEADERS_NEEDED = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

const UNEXPECTED = new Refusal(500, 'Something went wrong here. Please try again.', { code: 'UNEXPECTED' })
const UNAVAILABLE = new Refusal(503, 'We can’t sign you in at the moment. Please try again in a minute.', {
  code: 'UNAVAILABLE',
  headers: retryAfter(10),
})

export function createIdentity(options: IdentityOptions) {
  const { pool, log } = options
  const outages = createDatabaseOutageWatch(options.isDatabaseUnreachable)
  const db = drizzle({ client: outages.watch(pool), schema })
  const throttle = options.throttle ? createThrottle(pool, log) : noThrottle
  const mailLimits = options.throttle ? createMailLimits(pool, log, tellOfCeiling) : noMailLimits
  const guard = createPasswordGuard({
    throttle,
    turns: createPasswordTurns({ bounded: options.throttle }),
    knownNetworks: createKnownNetworks(db, options.secret),
  })
  const settings: AuthSettings = {
    ...options,
    db,
    googleCounts: options.live || !options.google?.loopback,
    onSignUp,
  }
  // better-auth says who has signed up, not from where.
  const visits = new AsyncLocalStorage<ClientNetworks>()
  const auths = createAuthPerOrigin(settings, options.google)
  const calls = createEndpoints({
    db,
    throttle,
    mailLimits,
    guard,
    notify,
    mails: { ...options, onEmailVerified },
    googleConfigured: options.google !== null,
    log,
  })
  const ownAuth = () => auths.plain(options.publicOrigin ?? new URL(options.issuer).origin)

  async function notify(mail: IdentityMail) {
    await options.mail
      .write(mail)
      .catch((err: unknown) => log.error({ err }, 'identity: a mail could not be written'))
  }

  async function tellOfCeiling(kind: FloodedMail) {
    await options.mail
      .onCeiling(kind)
      .catch((err: unknown) =>
        log.error({ err }, 'identity: the owner could not be told of a flood of mails'),
      )
  }

  async function onEmailVerified(subject: string, email: string) {
    await options
      .onEmailVerified(subject, email)
      .catch((err: unknown) => log.error({ err }, 'identity: a verification could not be passed on'))
  }

  async function onSignUp({ email, emailVerified }: Parameters<AuthSettings['onSignUp']>[0]) {
    const networks = visits.getStore()
    if (!emailVerified && networks && (await mailLimits.confirmation(email, networks)) === null)
      await notify({ kind: 'confirm-email', email, name: '' })
  }

  async function ensureSigningKey({ mayReplace }: { mayReplace: boolean }) {
    const auth = ownAuth()
    try {
      await auth.api.signJWT({ body: { payload: { sub: 'start' } } })
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('decrypt private key'))) throw error
      if (!mayReplace) return false
      log.warn(
        { err: error },
        'identity: the secret has changed; a new signing key is created, everybody must sign in again, and two-step codes no longer work: use the earlier secret, or turn two-step sign-in off for those who ask (npm run disable-two-step)',
      )
      const context = await auth.$context
      await createJwk({ context } as Parameters<typeof createJwk>[0], tokens(settings))
    }
    return true
  }

  const originOf = (url: URL) => options.publicOrigin ?? url.origin

  async function answer(request: Request, networks: ClientNetworks): Promise<Response> {
    const url = new URL(request.url)
    const origin = originOf(url)
    const call = calls[`${request.method} ${url.pathname.replace(/^\/api\/auth/, '')}`]
    if (!call) throw new Refusal(404, 'There is no such call.', { code: 'NOT_FOUND' })
    const visit: IdentityRequest = {
      url: new URL(url.pathname + url.search, origin),
      headers: pick(request.headers),
      networks,
      signal: request.signal,
      body: () => readJson(request),
      plain: auths.plain(origin),
      withGoogle: () => Promise.resolve(auths.withGoogle(origin)),
    }
    await refuseForeignOrigin(visit, request.method)
    return call(visit)
  }

  return {
    /** Of its own tables, in the schema "identity". The caller applies them, in one process at a time. */
    migrations: identityMigrations,

    /**
     * One signing key before anybody asks, so that instances starting together do not each make their own. False when the
     * stored one was made with another secret, and may not be replaced: those who use it could no longer sign.
     */
    ensureSigningKey,

    /** Everything under /api/auth. The request's address must be the one the browser used; the networks are what limits count. */
    async handle(request: Request, networks: ClientNetworks): Promise<Response> {
      const { outcome, databaseError } = await outages.during(() =>
        visits.run(networks, () => answer(request, networks)),
      )
      // A browser that returns from Google is redirected to a page that says what went wrong.
      if (outcome.answer?.status === 302) return outcome.answer
      const outage = databaseError ?? outcome.error
      if (options.isDatabaseUnreachable(outage)) {
        log.warn({ reason: outage }, `identity: ${options.describeOutage(outage)}`)
        return refusalResponse(UNAVAILABLE)
      }
      if (outcome.answer) return outcome.answer
      if (outcome.error instanceof Refusal) return refusalResponse(outcome.error)
      log.error({ err: outcome.error }, 'identity: unexpected error')
      return refusalResponse(UNEXPECTED)
    },

    ensureAccount: (person: NewPerson) => ensureAccount(db, person),
    findAccount: (email: string) => findAccount(db, email),
    passwordMatches: (email: string, password: string) => passwordMatches(db, email, password),
    setPassword: (email: string, password: string) => setPassword(db, email, password),
    describeAccount: (subject: string) => describeAccount(db, subject),
    disableTwoStep: (email: string) => disableTwoStep(db, email),
    deleteAccount: (subject: string) => deleteAccount(db, subject),

    /** A path for a mail that is being sent; null when there is nothing to send to this address, or nothing more: a retry counts for no limit. */
    async createLink(kind: LinkKind, email: string, { isRetry = false } = {}): Promise<string | null> {
      const person = await findAccount(db, email)
      if (!person) return null
      const { subject, emailVerified: confirmed } = person
      if (kind === 'verify' ? confirmed : !(await options.mayResetByMail(subject))) return null
      if (kind === 'reset' && !isRetry && (await mailLimits.reset(email, { confirmed })) !== null) return null
      return createLink(db, { kind, live: options.live }, subject)
    },

    /** Throws unless the request comes from this very person: by their password, or by a recent sign-in if they have none. */
    confirmPerson: (request: Request, confirmation: Confirmation) => {
      const visit = {
        plain: auths.plain(originOf(new URL(request.url))),
        headers: pick(request.headers),
        signal: request.signal,
      }
      return confirmPerson({ db, guard }, visit, confirmation)
    },

    /** For the start in live mode. */
    endDemoVerifications: (tell: (subjects: string[]) => Promise<void>) => endDemoVerifications(db, tell),
    deleteExpired: () => deleteExpired(db),
  }
}

const pick = (headers: Headers) => new Headers([...headers].filter(([name]) => HEADERS_NEEDED.includes(name)))

async function readJson(request: Request): Promise<unknown> {
  // Only JSON: a form on another site cannot send it without a preflight.
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, 'Send JSON, with the content type application/json.', { code: 'JSON_ONLY' })
  const text = await request.text()
  if (text.length > MAX_BODY_LENGTH)
    throw new Refusal(413, 'This request is too large.', { code: 'TOO_LARGE' })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'Send a JSON object.', { code: 'INVALID_BODY' })
  }
}
