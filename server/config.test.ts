import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartupError } from './platform/startup/startup-error.ts'

const live = {
  SHOP_ENV: 'live',
  PUBLIC_URL: 'https://shop.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://user:hush@mail.example:587',
  SELLER_NAME: 'Example Seller',
  SELLER_ADDRESS: 'Sample Street 1\\n00000 Exampleton',
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-config-'))
const font = path.join(folder, 'font.ttf')
writeFileSync(font, Buffer.from('00010000', 'hex'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The problems that are listed, one a line. */
function problems(variables: Record<string, string>): string[] {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    const [opening, ...lines] = error.message.split('\n')
    expect(opening).toBe('The shop cannot start with these settings:')
    return lines.map((line) => line.replace(/^ {2}- /, ''))
  }
}

test('without any setting it is a demo shop on port 3000 with its own parts', () => {
  expect(readConfig({})).toEqual({
    live: false,
    shopName: 'Hundredweight',
    port: 3000,
    host: '::',
    workers: 1,
    metrics: null,
    publicOrigin: null,
    origin: 'http://localhost:3000',
    dataDir: path.resolve('.data'),
    databaseUrl: null,
    databasePool: 10,
    trustProxy: false,
    allowedOrigins: [],
    admin: { email: null, password: null },
    google: null,
    stripe: null,
    sandboxFile: null,
    mail: { off: false, smtpUrl: null, from: 'shop@shop.example', notify: ['admin@shop.example'] },
    identitySecret: null,
    rateLimit: true,
    jobs: true,
    demoOrders: true,
    stockHoldHours: 24,
    openOrderLimit: 50,
    bankHoldDays: 14,
    timeZone: 'UTC',
    documents: {
      seller: {
        name: 'Example Tools Ltd.',
        address: 'Sample Yard 1\nDemo Quay\n00000 Exampleton',
        taxId: null,
      },
      bankDetails: expect.stringContaining('do not pay'),
      tax: null,
      paper: 'A4',
      font: null,
    },
    socialLinks: [],
    logLevel: 'info',
  })
})

test('an empty variable counts as not set, an unknown one as nobody’s', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', SHOP_ENV: '', EDITOR: 'vi' })).toEqual(readConfig({}))
})

describe('reads', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ WORKERS: '2' }, { workers: 2 }],
    [{ SHOP_NAME: 'Zange & Söhne' }, { shopName: 'Zange & Söhne' }],
    [{ PUBLIC_URL: 'https://shop.example/' }, { publicOrigin: 'https://shop.example' }],
    [{ PUBLIC_URL: 'http://192.0.2.1:8080/path?x' }, { publicOrigin: 'http://192.0.2.1:8080' }],
    [{ DATA_DIR: '/var/lib/shop' }, { dataDir: '/var/lib/shop' }],
    [{ DATABASE_URL: 'postgres://u:p@db.example/shop' }, { databaseUrl: 'postgres://u:p@db.example/shop' }],
    [{ DATABASE_URL: 'postgresql://db.example/shop' }, { databaseUrl: 'postgresql://db.example/shop' }],
    [{ ADMIN_EMAIL: ' Owner@Example.com ' }, { admin: { email: 'owner@example.com', password: null } }],
    [{ ADMIN_PASSWORD: 'secret' }, { admin: { email: null, password: 'secret' } }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: false }],
    [{ JOBS: 'off' }, { jobs: false }],
    [{ STOCK_HOLD_HOURS: '0.5' }, { stockHoldHours: 0.5 }],
    [{ DATABASE_POOL: '3' }, { databasePool: 3 }],
    [{ OPEN_ORDER_LIMIT: '1' }, { openOrderLimit: 1 }],
    [{ DEMO_ORDERS: 'off' }, { demoOrders: false }],
    [{ BANK_HOLD_DAYS: '365' }, { bankHoldDays: 365 }],
    [{ TIME_ZONE: 'Asia/Kathmandu' }, { timeZone: 'Asia/Kathmandu' }],
    [
      {
        SELLER_NAME: ' Example Seller ',
        SELLER_ADDRESS: 'Sample Street 1\\n \n 00000 Exampleton ',
        SELLER_TAX_ID: 'XX-1',
      },
      {
        documents: {
          seller: { name: 'Example Seller', address: 'Sample Street 1\n00000 Exampleton', taxId: 'XX-1' },
        },
      },
    ],
    [{ BANK_DETAILS: 'Example Bank\\nIBAN XX00' }, { documents: { bankDetails: 'Example Bank\nIBAN XX00' } }],
    [
      { TAX_PERCENT: '8.875', TAX_LABEL: 'Sales tax' },
      { documents: { tax: { label: 'Sales tax', percent: 8.875 } } },
    ],
    [{ TAX_PERCENT: '19' }, { documents: { tax: { label: 'Tax', percent: 19 } } }],
    [{ TAX_PERCENT: '0', TAX_LABEL: 'VAT' }, { documents: { tax: null } }],
    [{ PAPER: 'Letter' }, { documents: { paper: 'Letter' } }],
    [{ DOCUMENT_FONT: font }, { documents: { font } }],
    [live, { documents: { seller: { name: 'Example Seller', taxId: null }, bankDetails: null } }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ TRUST_PROXY: '10.0.0.1, 192.0.2.0/24' }, { trustProxy: ['10.0.0.1', '192.0.2.0/24'] }],
    [{ TRUST_PROXY: 'loopback,fd00::/8,::1' }, { trustProxy: ['loopback', 'fd00::/8', '::1'] }],
    [
      { ALLOWED_ORIGINS: 'https://a.example/x, http://b.example:81,' },
      { allowedOrigins: ['https://a.example', 'http://b.example:81'] },
    ],
    [
      { SOCIAL_LINKS: 'Mastodon=https://social.example/@shop?a=b, Code = https://code.example' },
      {
        socialLinks: [
          { label: 'Mastodon', url: 'https://social.example/@shop?a=b' },
          { label: 'Code', url: 'https://code.example' },
        ],
      },
    ],
    [
      { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' },
      { google: expect.objectContaining({ clientId: 'a' }) },
    ],
    [{ SANDBOX: '/var/lib/sandbox/sandbox.json' }, { sandboxFile: '/var/lib/sandbox/sandbox.json' }],
    [{ SMTP_URL: 'off' }, { mail: expect.objectContaining({ off: true, smtpUrl: null }) }],
    [
      { ADMIN_EMAIL: 'owner@example.com', PUBLIC_URL: 'https://tools.example' },
      { mail: expect.objectContaining({ from: 'shop@tools.example', notify: ['owner@example.com'] }) },
    ],
    [
      { MAIL_FROM: 'Orders@example.com', NOTIFY_EMAILS: 'a@example.com, B@example.com' },
      {
        mail: expect.objectContaining({
          from: 'orders@example.com',
          notify: ['a@example.com', 'b@example.com'],
        }),
      },
    ],
    [live, { mail: { off: false, smtpUrl: live.SMTP_URL, from: 'shop@shop.example', notify: [] } }],
    [live, { live: true, publicOrigin: 'https://shop.example', stripe: expect.any(Object) }],
  ])('%j', (variables, expected) => {
    expect(readConfig(variables)).toMatchObject(expected)
  })

  test('TRUST_PROXY=2 as two proxies in front', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '2' })
    expect(
      [0, 1, 2].map((hop) => (trustProxy as (address: string, hop: number) => boolean)('', hop)),
    ).toEqual([true, true, false])
  })
})

describe('refuses, naming the variable', () => {
  test.each([
    [{ SHOP_ENV: 'production' }, 'SHOP_ENV must be demo or live'],
    [{ PORT: 'http' }, 'PORT must be a number'],
    [{ PORT: '-1' }, 'PORT must be at least 0'],
    [{ PORT: '65536' }, 'PORT must be at most 65535'],
    [{ PORT: '80.5' }, 'PORT must be a whole number'],
    [{ WORKERS: '0' }, 'WORKERS must be at least 1'],
    [{ WORKERS: '2', PORT: '0' }, 'PORT must not be 0 when WORKERS is more than 1'],
    [{ SHOP_NAME: 'n'.repeat(61) }, 'SHOP_NAME must be at most 60 characters long'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an address such as https://shop.example'],
    [{ PUBLIC_URL: 'ftp://shop.example' }, 'PUBLIC_URL must be an address such as https://shop.example'],
    [{ DATABASE_URL: 'mysql://db.example/shop' }, 'DATABASE_URL must be a postgres:// address'],
    [{ ALLOWED_ORIGINS: 'https://a.example,*' }, /^ALLOWED_ORIGINS must be an address/],
    [{ SMTP_URL: 'mail.example:587' }, /^SMTP_URL must be an address such as smtp:/],
    [{ SMTP_URL: 'smtp://shop:hash#mark@mail.example' }, /^SMTP_URL must be .*# as %23/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must be an address such as smtp:/],
    [{ MAIL_FROM: 'Shop <shop@shop.example>' }, /^MAIL_FROM must be an email address/],
    [{ NOTIFY_EMAILS: 'a@example.com, b' }, /^NOTIFY_EMAILS must be an email address/],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 6 characters long'],
    [{ IDENTITY_SECRET: 'too short' }, 'IDENTITY_SECRET must be at least 32 characters long'],
    [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT must be on or off'],
    [{ JOBS: 'no' }, 'JOBS must be on or off'],
    [{ STOCK_HOLD_HOURS: '0' }, 'STOCK_HOLD_HOURS must be more than 0'],
    [{ STOCK_HOLD_HOURS: 'a day' }, 'STOCK_HOLD_HOURS must be a number'],
    [{ DATABASE_POOL: '2' }, 'DATABASE_POOL must be at least 3'],
    [{ OPEN_ORDER_LIMIT: '0' }, 'OPEN_ORDER_LIMIT must be at least 1'],
    [{ DEMO_ORDERS: 'no' }, 'DEMO_ORDERS must be on or off'],
    [{ BANK_HOLD_DAYS: '0' }, 'BANK_HOLD_DAYS must be at least 1'],
    [{ BANK_HOLD_DAYS: '366' }, 'BANK_HOLD_DAYS must be at most 365'],
    [{ BANK_HOLD_DAYS: '1.5' }, 'BANK_HOLD_DAYS must be a whole number'],
    [{ TIME_ZONE: '+01:00' }, 'TIME_ZONE must be the name of a time zone such as Europe/Berlin'],
    [{ TIME_ZONE: 'Europe/Atlantis' }, /^TIME_ZONE must be the name/],
    [{ SELLER_NAME: 'n'.repeat(101) }, 'SELLER_NAME must be at most 100 characters long'],
    [
      { SELLER_ADDRESS: '1\\n2\\n3\\n4\\n5\\n6\\n7' },
      'SELLER_ADDRESS must have at most 6 lines, separated by \\n',
    ],
    [{ BANK_DETAILS: '1\n2\n3\n4\n5\n6\n7' }, 'BANK_DETAILS must have at most 6 lines, separated by \\n'],
    [{ SELLER_TAX_ID: 'n'.repeat(51) }, 'SELLER_TAX_ID must be at most 50 characters long'],
    [{ TAX_LABEL: 'n'.repeat(21) }, 'TAX_LABEL must be at most 20 characters long'],
    [{ TAX_PERCENT: '19 %' }, 'TAX_PERCENT must be a percentage such as 19 or 8.875'],
    [{ TAX_PERCENT: '100' }, /^TAX_PERCENT must be/],
    [{ TAX_PERCENT: '-1' }, /^TAX_PERCENT must be/],
    [{ PAPER: 'A5' }, 'PAPER must be A4 or Letter'],
    [{ DOCUMENT_FONT: '/nowhere.ttf' }, /^DOCUMENT_FONT must be the path of a font file/],
    [{ SOCIAL_LINKS: 'https://social.example' }, /^SOCIAL_LINKS must be a list such as/],
    [{ SOCIAL_LINKS: 'X=javascript:alert(1)' }, /^SOCIAL_LINKS must be a list such as/],
    [{ GOOGLE_DISCOVERY_URL: 'accounts' }, /^GOOGLE_DISCOVERY_URL must be an address/],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug or silent'],
    [{ ADMIN_EMAIL: 'foo' }, 'ADMIN_EMAIL must be an email address such as owner@shop.example'],
    [{ ADMIN_EMAIL: 'a b@shop.example' }, /^ADMIN_EMAIL must be an email address/],
    [{ ADMIN_EMAIL: `${'a'.repeat(250)}@shop.example` }, /^ADMIN_EMAIL must be an email address/],
    [{ ADMIN_PASSWORD: 'p'.repeat(129) }, 'ADMIN_PASSWORD must be at most 128 characters long'],
  ])('%j', (variables, sentence) => {
    expect(problems(variables)).toEqual([
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ])
  })

  test.each(['yes', 'TRUE', '1.5', '-1', '10.0.0.1, proxy.example', '10.0.0.0/33', '10.0.0.0/8/8'])(
    'TRUST_PROXY=%s',
    (TRUST_PROXY) => {
      expect(problems({ TRUST_PROXY })).toEqual([
        'TRUST_PROXY must be true, false, the number of proxies in front, or their addresses such as 10.0.0.1,192.0.2.0/24',
      ])
    },
  )

  test('all at once, and never their values', () => {
    const given = { PORT: 'x', RATE_LIMIT: 'y', ADMIN_PASSWORD: 'hush', IDENTITY_SECRET: 'a-secret' }
    const listed = problems(given)
    expect(listed).toHaveLength(4)
    expect(listed.join()).not.toMatch(/hush|a-secret/)
  })
})

describe('a live shop', () => {
  test('lists everything that is missing', () => {
    expect(problems({ SHOP_ENV: 'live' })).toEqual([
      'PUBLIC_URL is needed when SHOP_ENV=live',
      'STRIPE_SECRET_KEY is needed when SHOP_ENV=live',
      'STRIPE_PUBLISHABLE_KEY is needed when SHOP_ENV=live',
      'STRIPE_WEBHOOK_SECRET is needed when SHOP_ENV=live',
      'SELLER_NAME is needed when SHOP_ENV=live',
      'SELLER_ADDRESS is needed when SHOP_ENV=live',
      'SMTP_URL is needed when SHOP_ENV=live: the address of a mail server, or off to send no email',
    ])
  })

  test.each([
    ['the sandbox', { SANDBOX: '/var/lib/sandbox/sandbox.json' }, 'SANDBOX is refused when SHOP_ENV=live'],
    ['lifted throttles', { RATE_LIMIT: 'off' }, 'RATE_LIMIT=off is refused when SHOP_ENV=live'],
    [
      'plain http',
      { PUBLIC_URL: 'http://shop.example' },
      'PUBLIC_URL must be an https address when SHOP_ENV=live',
    ],
    ['half of Google', { GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together'],
    [
      'the other half',
      { GOOGLE_CLIENT_SECRET: 'a' },
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together',
    ],
    ['no seller', { SELLER_NAME: ' ' }, 'SELLER_NAME is needed when SHOP_ENV=live'],
    ['no address', { SELLER_ADDRESS: '\\n' }, 'SELLER_ADDRESS is needed when SHOP_ENV=live'],
    ['no secret key', { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is needed when SHOP_ENV=live'],
  ])('refuses %s', (_what, variables, sentence) => {
    expect(problems({ ...live, ...variables })).toEqual([sentence])
  })

  test('refuses all of it together', () => {
    expect(
      problems({
        SHOP_ENV: 'live',
        RATE_LIMIT: 'off',
        PUBLIC_URL: 'http://shop.example',
        GOOGLE_CLIENT_ID: 'a',
      }),
    ).toHaveLength(9)
  })
})

describe('a key of the card provider in the wrong place', () => {
  const wrongSecret =
    'STRIPE_SECRET_KEY must be a secret key (sk_live_…, sk_test_…) or a restricted one (rk_live_…, rk_test_…)'
  const wrongPublishable =
    'STRIPE_PUBLISHABLE_KEY must be a publishable key (pk_live_… or pk_test_…): it is part of every page'
  const wrongWebhookSecret = 'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook (whsec_…)'
  const mixed = 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys'

  test.each([
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_live_hush' }, [wrongPublishable]],
    [{ STRIPE_PUBLISHABLE_KEY: 'rk_test_hush' }, [wrongPublishable]],
    [{ STRIPE_PUBLISHABLE_KEY: 'whsec_hush' }, [wrongPublishable]],
    [{ STRIPE_SECRET_KEY: 'pk_live_hush' }, [wrongSecret]],
    [{ STRIPE_SECRET_KEY: 'live_hush' }, [wrongSecret]],
    [{ STRIPE_WEBHOOK_SECRET: 'sk_live_hush' }, [wrongWebhookSecret]],
    [
      { STRIPE_SECRET_KEY: 'pk_live_hush', STRIPE_PUBLISHABLE_KEY: 'sk_live_hush' },
      [wrongSecret, wrongPublishable],
    ],
    [{ STRIPE_SECRET_KEY: 'sk_test_hush' }, [mixed]],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_hush' }, [mixed]],
    [
      { GOOGLE_CLIENT_ID: 'GOCSPX-hush', GOOGLE_CLIENT_SECRET: 'a' },
      ['GOOGLE_CLIENT_ID is a client secret: it must be the client id, which is public'],
    ],
  ])('is refused and never repeated: %j', (variables, sentences) => {
    const found = problems({ ...live, ...variables })
    expect(found).toEqual(sentences)
    expect(found.join()).not.toContain('hush')
  })

  test('is refused in demo mode, too, even alone', () => {
    expect(problems({ STRIPE_PUBLISHABLE_KEY: 'sk_test_hush' })).toEqual([wrongPublishable])
  })

  test('or of live mode is refused where the shop says that no real money moves', () => {
    expect(problems({ ...live, SHOP_ENV: 'demo' })).toEqual([
      'STRIPE_SECRET_KEY is a live key, and live keys need SHOP_ENV=live',
    ])
  })

  test.each([
    { STRIPE_SECRET_KEY: 'rk_live_1' },
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    { SHOP_ENV: 'demo', STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
  ])('is not what %j is', (variables) => {
    expect(problems({ ...live, ...variables })).toEqual([])
  })
})
