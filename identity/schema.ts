import {
  bigint,
  boolean,
  index,
  integer,
  pgSchema,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'

/** The identity service's own schema; the shop never reads it. Table and column keys are better-auth's names. */
export const identity = pgSchema('identity')

const timestamptz = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = () => timestamptz('created_at').notNull().defaultNow()
const updatedAt = () => timestamptz('updated_at').notNull().defaultNow()

export const user = identity.table('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** Whether that verification counts in live mode: the demo's mailbox is open, and its Google vouches for any address. */
  verifiedLive: boolean('verified_live').notNull().default(false),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  image: text('image'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

const ownerId = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

export const session = identity.table(
  'session',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: ownerId(),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

export const account = identity.table(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ownerId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), uniqueIndex().on(table.providerId, table.accountId)],
)

/** The secret and the recovery codes are encrypted with the service's secret. */
export const twoFactor = identity.table('two_factor', {
  id: text('id').primaryKey(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: ownerId().unique(),
  /** False until the first code was right. */
  verified: boolean('verified').notNull().default(true),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
})

export const verification = identity.table(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.identifier), index().on(table.value), index().on(table.expiresAt)],
)

export const jwks = identity.table('jwks', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: timestamptz('expires_at'),
})

/** From which networks the right password of an account came lately; the hash is keyed and covers both. */
export const knownNetwork = identity.table(
  'known_network',
  {
    hash: text('hash').primaryKey(),
    userId: ownerId(),
    usedAt: timestamptz('used_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index().on(table.usedAt)],
)

/** Hashes of secrets that were used and would still be valid. */
export const spentSecret = identity.table(
  'spent_secret',
  {
    hash: text('hash').primaryKey(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)

/** rate-limiter-flexible inserts by position: the order of these three columns is its own. */
export const throttle = identity.table(
  'throttle',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index().on(table.expire)],
)
