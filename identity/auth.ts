import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type GenericOAuthConfig, genericOAuth, jwt } from 'better-auth/plugins'
import type { Database } from './accounts.ts'
import type { Log } from './log.ts'
import { PASSWORD } from './password-queue.ts'
import * as schema from './schema.ts'

export type AuthSettings = {
  db: Database
  secret: string
  issuer: string
  audience: string
  allowedOrigins: string[]
  log: Log
}
export type Auth = ReturnType<typeof createAuth>

const DAY = 24 * 60 * 60

/** better-auth for one public origin. It is cheap: everything that lasts is in the database, whatever the origin. */
export function createAuth(settings: AuthSettings, origin: string, google: GenericOAuthConfig | null) {
  return betterAuth({
    appName: 'shop',
    baseURL: origin,
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: settings.allowedOrigins,
    database: drizzleAdapter(settings.db, { provider: 'pg', schema, transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD.least,
      // Characters are counted ahead of it; it counts pairs of bytes, of which one may take two.
      maxPasswordLength: 2 * PASSWORD.most,
      autoSignIn: true,
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY },
    account: {
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    // Google's tokens are of no use after the sign-in: what is not kept cannot leak.
    databaseHooks: { account: { create: { before: async () => ({ data: noTokens }) } } },
    advanced: {
      cookiePrefix: 'shop',
      useSecureCookies: origin.startsWith('https:'),
      // Spelled out because better-auth switches these checks off by itself in tests.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Unexpected errors come to us: better-auth would print them with the values of the failed statement.
    onAPIError: { throw: true, errorURL: '/login' },
    logger: {
      level: 'error',
      // What is left for it to tell is what strangers send, and no fault of ours. At times the message is an error.
      log: (_level, message: unknown, ...details) =>
        settings.log.warn(
          { err: [message, ...details].find((detail) => detail instanceof Error) },
          typeof message === 'string' ? `identity: ${message.split('\n', 1)[0]}` : 'identity: an error',
        ),
    },
    plugins: [jwt(tokens(settings)), genericOAuth({ config: google ? [google] : [] })],
  })
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
