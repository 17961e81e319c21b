import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type GenericOAuthConfig, genericOAuth, jwt, twoFactor } from 'better-auth/plugins'
import { and, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import { PASSWORD } from './passwords/password-length.ts'
import * as schema from './schema.ts'

export type AuthSettings = {
  db: Database
  /** Of the shop, as authenticator apps show it. */
  name: string
  secret: string
  issuer: string
  audience: string
  allowedOrigins: string[]
  log: Log
  /** Whether an address that Google has verified counts in live mode. */
  googleCounts: boolean
  isAdmin(subject: string): Promise<boolean>
  onSignUp(person: { email: string; name: string; emailVerified: boolean }): Promise<void>
}
export type Auth = ReturnType<typeof createAuth>

const DAY = 24 * 60 * 60

/** better-auth for one public origin. Cheap: everything persistent is in the database, whatever the origin. */
export function createAuth(settings: AuthSettings, origin: string, google: GenericOAuthConfig | null) {
  // Only Google's word gets here: links are followed elsewhere.
  const verifiedByGoogle = async ({ emailVerified }: { emailVerified?: boolean }) =>
    emailVerified ? { data: { verifiedLive: settings.googleCounts } } : undefined
  return betterAuth({
    appName: settings.name,
    baseURL: origin,
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: settings.allowedOrigins,
    database: drizzleAdapter(settings.db, { provider: 'pg', schema, transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD.min,
      // We count characters before; better-auth counts UTF-16 units, of which a character may take two.
      maxPasswordLength: 2 * PASSWORD.max,
      autoSignIn: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY },
    user: {
      additionalFields: { verifiedLive: { type: 'boolean', required: false, input: false, returned: false } },
    },
    account: {
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Whoever reads somebody's mail could get a Google account of that address, and with it around two-step sign-in.
      accountLinking: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    databaseHooks: {
      user: {
        create: { before: verifiedByGoogle, after: settings.onSignUp },
        update: { before: verifiedByGoogle },
      },
      // At the sandbox's Google anyone can pick any account.
      session: {
        create: {
          before: async ({ userId }) =>
            google && !settings.googleCounts && (await settings.isAdmin(userId)) ? false : undefined,
          // A reset that was under way meanwhile has ended this Google account's access.
          after: async ({ id, userId }) => {
            if (google && !(await hasGoogle(settings.db, userId)))
              await settings.db.delete(schema.session).where(eq(schema.session.id, id))
          },
        },
      },
      // Google's tokens are not needed after sign-in: what is not stored cannot leak.
      account: { create: { before: async () => ({ data: noTokens }) } },
    },
    advanced: {
      cookiePrefix: 'shop',
      useSecureCookies: origin.startsWith('https:'),
      // Explicit, because better-auth disables these checks in tests.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Unexpected errors are thrown to us: better-auth would print them with the values of the failed statement.
    onAPIError: { throw: true, errorURL: '/login' },
    logger: {
      level: 'error',
      // What it still logs is about invalid requests, not our errors. Its message may be empty, or an Error.
      log: (_level, message: unknown, ...details) => {
        const error = [message, ...details].find((detail) => detail instanceof Error)
        const words = typeof message === 'string' && message !== '' ? message.split('\n', 1)[0] : undefined
        settings.log.warn({ words, reason: error }, 'identity: a request failed')
      },
    },
    plugins: [jwt(tokens(settings)), genericOAuth({ config: google ? [google] : [] }), twoFactor()],
  })
}

async function hasGoogle(db: Database, subject: string) {
  const { account } = schema
  const found = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.userId, subject), eq(account.providerId, 'google')))
  return found.length > 0
}

/** The tokens that the shop's server accepts: always the same issuer, whatever the host name in use. */
export function tokens(settings: Pick<AuthSettings, 'issuer' | 'audience'>) {
  return {
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'ES256' as const } },
    jwt: {
      issuer: settings.issuer,
      audience: settings.audience,
      expirationTime: '15m',
      definePayload: ({ user }: { user: typeof schema.user.$inferSelect | Record<string, unknown> }) => ({
        email: String(user.email).toLowerCase(),
        email_verified: user.emailVerified === true,
        name: user.name,
        ...(user.image ? { picture: user.image } : {}),
      }),
    },
  }
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
}
