import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { isTimeZone } from '#contract/formats/time-zone.ts'
import { StartupError } from './platform/startup/startup-error.ts'

/** Who the first admin of a demo shop is. */
export const DEMO_ADMIN = 'admin@shop.example'

const secret = z.string().min(1).optional()
/** The message describes the format only: the value may be another setting's secret and is never repeated. */
const key = (form: RegExp, sentence: string) => z.string().trim().regex(form, sentence).optional()
const address = z.url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example' })
const email = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (value) => value.length <= 254 && z.email().safeParse(value).success,
    'must be an email address such as owner@shop.example',
  )
const count = (min: number) =>
  z.coerce.number('must be a number').int('must be a whole number').min(min, `must be at least ${min}`)

/** Where a line cannot be broken, as in a shell, \\n does it. */
const lines = (most: number) =>
  z
    .string()
    .transform((value) => value.split(/\n|\\n/).flatMap((line) => line.trim() || []))
    .refine((list) => list.length <= most, `must have at most ${most} lines, separated by \\n`)
    .transform((list) => list.join('\n'))

const environment = z.object({
  SHOP_ENV: z.enum(['demo', 'live'], 'must be demo or live').default('demo'),
  SHOP_NAME: z.string().max(60, 'must be at most 60 characters long').default('Hundredweight'),
  PORT: count(0).max(65_535, 'must be at most 65535').default(3000),
  HOST: z.string().default('::'),
  WORKERS: count(1).max(64, 'must be at most 64').default(1),
  PUBLIC_URL: address.transform((url) => new URL(url).origin).optional(),
  METRICS_PORT: count(1).max(65_535, 'must be at most 65535').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  // Two sign-ups may hold a connection each while their passwords are hashed; everybody else needs a third.
  DATABASE_POOL: count(3).default(10),
  TRUST_PROXY: z
    .string()
    .trim()
    .refine(
      (value) => /^(true|false|\d+)$/.test(value) || list(value).every(isProxyAddress),
      'must be true, false, the number of proxies in front, or their addresses such as 10.0.0.1,192.0.2.0/24',
    )
    .default(''),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(list)
    .pipe(z.array(address.transform((url) => new URL(url).origin))),
  // As strict as sign-in: an admin with any other address could never log in.
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'must be at least 6 characters long')
    .max(128, 'must be at most 128 characters long')
    .optional(),
  GOOGLE_CLIENT_ID: key(/^(?!GOCSPX-)/, 'is a client secret: it must be the client id, which is public'),
  GOOGLE_CLIENT_SECRET: secret,
  GOOGLE_DISCOVERY_URL: address.default('https://accounts.google.com/.well-known/openid-configuration'),
  STRIPE_SECRET_KEY: key(
    /^[sr]k_(live|test)_/,
    'must be a secret key (sk_live_…, sk_test_…) or a restricted one (rk_live_…, rk_test_…)',
  ),
  STRIPE_PUBLISHABLE_KEY: key(
    /^pk_(live|test)_/,
    'must be a publishable key (pk_live_… or pk_test_…): it is part of every page',
  ),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_/, 'must be the signing secret of the webhook (whsec_…)'),
  SANDBOX: z.string().optional(),
  SMTP_URL: z
    .string()
    .trim()
    .refine(
      (value) => value === 'off' || (/^smtps?:\/\/[^/]/.test(value) && URL.canParse(value)),
      'must be an address such as smtp://user:password@mail.example:587, or off; in user and password @ is written as %40, : as %3A, / as %2F, # as %23 and % as %25',
    )
    .optional(),
  MAIL_FROM: email.optional(),
  NOTIFY_EMAILS: z.string().transform(list).pipe(z.array(email)).optional(),
  IDENTITY_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  JOBS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DEMO_ORDERS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  STOCK_HOLD_HOURS: z.coerce.number('must be a number').positive('must be more than 0').default(24),
  OPEN_ORDER_LIMIT: count(1).default(50),
  BANK_HOLD_DAYS: count(1).max(365, 'must be at most 365').default(14),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone such as Europe/Berlin')
    .default('UTC'),
  SELLER_NAME: z.string().trim().max(100, 'must be at most 100 characters long').optional(),
  SELLER_ADDRESS: lines(6).optional(),
  SELLER_TAX_ID: z.string().trim().max(50, 'must be at most 50 characters long').optional(),
  BANK_DETAILS: lines(6).optional(),
  TAX_LABEL: z.string().trim().max(20, 'must be at most 20 characters long').default('Tax'),
  TAX_PERCENT: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, 'must be a percentage such as 19 or 8.875')
    .transform(Number)
    .default(0),
  PAPER: z.enum(['A4', 'Letter'], 'must be A4 or Letter').default('A4'),
  DOCUMENT_FONT: z.string().refine(isFont, 'must be the path of a font file (TTF, OTF or WOFF)').optional(),
  SOCIAL_LINKS: z.string().default('').transform(list).transform(links),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** The settings, read once. Throws one error that names every invalid variable. */
export function readConfig(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    throw refuseSettings(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const env = parsed.data
  const problems = [...(env.SHOP_ENV === 'live' ? missingForLive(env) : []), ...mixedKeys(env)]
  if (env.WORKERS > 1 && env.PORT === 0) problems.push('PORT must not be 0 when WORKERS is more than 1')
  if (env.METRICS_PORT === env.PORT) problems.push('METRICS_PORT must differ from PORT, which is public')
  if (problems.length) throw refuseSettings(problems)
  return {
    live: env.SHOP_ENV === 'live',
    shopName: env.SHOP_NAME,
    port: env.PORT,
    host: env.HOST,
    /** How many processes share the port. */
    workers: env.WORKERS,
    /** Where Prometheus may ask; null when nobody is to. */
    metrics: env.METRICS_PORT ? { port: env.METRICS_PORT, host: env.METRICS_HOST } : null,
    /** The address people use, where it is known; in demo mode any host name works. */
    publicOrigin: env.PUBLIC_URL ?? null,
    /** What links that leave the shop begin with. */
    origin: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    /** Connections for requests and jobs; docs/scaling.md counts those that come on top. */
    databasePool: env.DATABASE_POOL,
    trustProxy: trustProxy(env.TRUST_PROXY),
    allowedOrigins: env.ALLOWED_ORIGINS,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            discoveryUrl: env.GOOGLE_DISCOVERY_URL,
          }
        : null,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          }
        : null,
    /** What `npm run sandbox` has written, when several instances share one sandbox. */
    sandboxFile: env.SANDBOX ? path.resolve(env.SANDBOX) : null,
    mail: mailSettings(env),
    identitySecret: env.IDENTITY_SECRET ?? null,
    rateLimit: env.RATE_LIMIT === 'on',
    /** Whether this instance works off jobs. */
    jobs: env.JOBS === 'on',
    /** Whether the demo catalogue comes with a year of orders. */
    demoOrders: env.DEMO_ORDERS === 'on',
    stockHoldHours: env.STOCK_HOLD_HOURS,
    openOrderLimit: env.OPEN_ORDER_LIMIT,
    bankHoldDays: env.BANK_HOLD_DAYS,
    /** In which a day ends and a year begins, on documents and in offers. */
    timeZone: env.TIME_ZONE,
    documents: documentSettings(env),
    socialLinks: env.SOCIAL_LINKS,
    logLevel: env.LOG_LEVEL,
  }
}

const DEMO_SELLER = { name: 'Example Tools Ltd.', address: 'Sample Yard 1\nDemo Quay\n00000 Exampleton' }
const DEMO_BANK = 'Example Bank\nIBAN XX00 0000 0000 0000 0000 00\nThis is a demo: do not pay.'

/** What is printed on offers, invoices and the like. */
function documentSettings(env: z.infer<typeof environment>) {
  const demo = env.SHOP_ENV === 'demo'
  return {
    seller: {
      name: env.SELLER_NAME ?? (demo ? DEMO_SELLER.name : ''),
      address: env.SELLER_ADDRESS ?? (demo ? DEMO_SELLER.address : ''),
      taxId: env.SELLER_TAX_ID ?? null,
    },
    /** Null when the shop takes no bank transfers. */
    bankDetails: env.BANK_DETAILS ?? (demo ? DEMO_BANK : null),
    tax: env.TAX_PERCENT > 0 ? { label: env.TAX_LABEL, percent: env.TAX_PERCENT } : null,
    paper: env.PAPER,
    font: env.DOCUMENT_FONT ?? null,
  }
}

/** `smtpUrl` is null in a demo shop, whose sandbox takes the mail. */
function mailSettings(env: z.infer<typeof environment>) {
  const host = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : 'shop.example'
  const admin = env.ADMIN_EMAIL ?? (env.SHOP_ENV === 'live' ? [] : DEMO_ADMIN)
  return {
    off: env.SMTP_URL === 'off',
    smtpUrl: env.SMTP_URL === 'off' ? null : (env.SMTP_URL ?? null),
    from: env.MAIL_FROM ?? `shop@${host}`,
    notify: env.NOTIFY_EMAILS ?? [admin].flat(),
  }
}

const given = { ...process.env }

/** The process's own variables, with those of a `.env` file beside package.json where they are not set; the file is read anew each time. */
export function environmentVariables() {
  const file = path.join(import.meta.dirname, '..', '.env')
  const variables = { ...(existsSync(file) && parseEnv(readFileSync(file, 'utf8'))), ...given }
  // Libraries look for theirs in the process.
  Object.assign(process.env, variables)
  return variables
}

const refuseSettings = (problems: string[]) =>
  new StartupError(['The shop cannot start with these settings:', ...problems].join('\n  - '))

function missingForLive(env: z.infer<typeof environment>) {
  const needed = [
    'PUBLIC_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SELLER_NAME',
    'SELLER_ADDRESS',
  ] as const
  const missing = needed.filter((name) => !env[name]).map((name) => `${name} is needed when SHOP_ENV=live`)
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET))
    missing.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together')
  if (!env.SMTP_URL)
    missing.push(
      'SMTP_URL is needed when SHOP_ENV=live: the address of a mail server, or off to send no email',
    )
  if (env.SANDBOX) missing.push('SANDBOX is refused when SHOP_ENV=live')
  if (env.RATE_LIMIT === 'off') missing.push('RATE_LIMIT=off is refused when SHOP_ENV=live')
  if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:'))
    missing.push('PUBLIC_URL must be an https address when SHOP_ENV=live')
  return missing
}

/** Test keys are allowed in live mode, to rehearse going live. */
function mixedKeys({ SHOP_ENV, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: z.infer<typeof environment>) {
  const isLive = (key: string) => key.slice(3).startsWith('live_')
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY) return []
  if (isLive(STRIPE_SECRET_KEY) !== isLive(STRIPE_PUBLISHABLE_KEY))
    return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys']
  return isLive(STRIPE_SECRET_KEY) && SHOP_ENV !== 'live'
    ? ['STRIPE_SECRET_KEY is a live key, and live keys need SHOP_ENV=live']
    : []
}

function list(value: string) {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

const FONT_SIGNATURES = ['00010000', '74727565', '4f54544f', '774f4646']

/** By its first bytes; WOFF2 and collections of fonts are not for documents. */
function isFont(file: string) {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile()
  return Boolean(isFile) && FONT_SIGNATURES.includes(readFileSync(file).toString('hex', 0, 4))
}

/** `Label=https://address`, separated by commas. */
function links(entries: string[], context: z.RefinementCtx) {
  return entries.map((entry) => {
    const at = entry.indexOf('=')
    const link = { label: entry.slice(0, at).trim(), url: entry.slice(at + 1).trim() }
    if (at < 1 || !/^https?:\/\//.test(link.url) || !URL.canParse(link.url))
      context.addIssue({
        code: 'custom',
        message: 'must be a list such as Mastodon=https://social.example/@shop,Code=https://code.example',
      })
    return link
  })
}

function isProxyAddress(entry: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [ip = '', bits, ...rest] = entry.split('/')
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] as number
  return (
    maxBits > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= maxBits))
  )
}

/** `true`, a number of proxies, or a list of their addresses, as Fastify takes it. */
function trustProxy(value: string): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (value === '' || value === 'false') return false
  if (value === 'true') return true
  return /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : list(value)
}
