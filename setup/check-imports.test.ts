import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const allowed: [from: string, to: string][] = [
  ['web/pages/home.tsx', 'web/products/card.tsx'],
  ['web/products/card.tsx', 'web/ui/button.tsx'],
  ['web/products/card.tsx', 'contract/products.ts'],
  ['web/products/card.tsx', 'web/products/card.css'],
  ['web/bookings/form.tsx', 'web/products/card.tsx'],
  ['server/load-shop.ts', 'identity/identity.ts'],
  ['server/main.ts', 'fastify'],
  ['server/commands/set-password.ts', 'identity/identity.ts'],
  ['server/app.ts', 'server/products/routes.ts'],
  ['server/products/routes.ts', 'fastify'],
  ['server/sandbox-process.ts', 'fastify'],
  ['server/products/routes.ts', 'server/http/serve-endpoint.ts'],
  ['server/products/routes.ts', 'server/products/add-product.ts'],
  ['server/products/routes.ts', 'server/products/store.ts'],
  ['server/products/add-product.ts', 'server/products/store.ts'],
  ['server/products/add-product.ts', 'server/database/connect.ts'],
  ['server/products/store.ts', 'contract/products.ts'],
  ['server/products/store.ts', 'drizzle-orm'],
  ['server/products/store.test.ts', 'test/shop.ts'],
  ['server/products/store.test.ts', 'server/users/store.ts'],
  ['server/payments/record-outcome.ts', 'server/bookings/store.ts'],
  ['server/payments/record-outcome.ts', 'server/documents/issue-document.ts'],
  ['server/documents/render.ts', 'server/quotes/store.ts'],
  ['server/documents/store.ts', 'server/documents/document-data.ts'],
  ['server/quotes/accept-quote.ts', 'server/bookings/store.ts'],
  ['server/quotes/offer-store.ts', 'drizzle-orm'],
  ['server/mail/send-mail.ts', 'server/documents/render.ts'],
  ['server/mail/send-mail.ts', 'server/quotes/store.ts'],
  ['server/bookings/place-booking.ts', 'server/outbox/write-mail.ts'],
  ['server/outbox/store.ts', 'drizzle-orm'],
  ['server/backup/restore.ts', 'server/documents/series.ts'],
  ['server/bookings/place-booking.ts', 'server/products/store.ts'],
  ['server/bookings/store.ts', 'server/products/store.ts'],
  ['server/jobs/job-kinds.ts', 'server/payments/refund-payment.ts'],
  ['server/jobs/store.ts', 'drizzle-orm'],
  ['server/jobs/routes.ts', 'fastify'],
  ['server/shop-context.ts', 'server/jobs/jobs.ts'],
  ['server/ratings/routes.ts', 'server/users/store.ts'],
  ['server/profiles/routes.ts', 'server/users/store.ts'],
  ['server/http/authenticate.ts', 'server/users/store.ts'],
  ['server/database/connect.ts', 'pg'],
  ['server/demo/load.ts', 'server/ratings/store.ts'],
  ['identity/identity.ts', 'pg'],
  ['identity/identity.ts', 'contract/fixed-texts.ts'],
  ['contract/products.ts', 'zod'],
  ['contract/products.test.ts', 'vitest'],
  ['test/shop.ts', 'server/app.ts'],
  ['test/shop.ts', 'pg'],
  ['e2e/buy.test.ts', 'test/shop.ts'],
  ['server/reflection.ts', 'server/mirror.ts'], // the other half of a circle is refused below
]

/** Only for a type; the other half of the circle is refused below. */
const typesOnly: typeof allowed = [['server/echo.ts', 'server/call.ts']]

const refused: [rule: string, from: string, to: string][] = [
  ['contract-imports-only-zod', 'contract/fields.ts', 'server/config.ts'],
  ['contract-imports-only-zod', 'contract/fields.ts', 'node:fs'],
  ['contract-imports-only-zod', 'contract/fields.ts', 'react'],
  ['web-uses-only-contract', 'web/reads.ts', 'server/config.ts'],
  ['web-uses-only-contract', 'web/reads.test.ts', 'server/config.ts'],
  ['server-uses-only-contract', 'server/site/render.ts', 'web/reads.ts'],
  ['identity-only-at-the-start', 'server/http/serve-endpoint.ts', 'identity/identity.ts'],
  ['identity-stands-alone', 'identity/auth.ts', 'server/config.ts'],
  ['sandbox-is-started', 'server/sandbox-process.ts', 'sandbox/main.ts'],
  ['sandbox-stands-alone', 'sandbox/main.ts', 'contract/fixed-texts.ts'],
  ['tests-are-not-imported', 'server/config.ts', 'test/shop.ts'],
  ['tests-are-not-imported', 'server/config.ts', 'server/products/store.test.ts'],
  ['store-at-the-bottom', 'server/users/store.ts', 'server/users/make-admin.ts'],
  ['store-at-the-bottom', 'server/users/store.ts', 'server/users/routes.ts'],
  ['routes-at-the-top', 'server/users/store.ts', 'server/users/routes.ts'],
  ['routes-at-the-top', 'server/products/remove-product.ts', 'server/products/routes.ts'],
  ['http-below-nouns', 'server/http/serve-endpoint.ts', 'server/products/store.ts'],
  ['database-below-nouns', 'server/database/migrate.ts', 'server/products/store.ts'],
  ['nouns-bookings', 'server/bookings/place-booking.ts', 'server/users/store.ts'],
  ['nouns-bookings', 'web/bookings/form.tsx', 'web/ratings/hearts.tsx'],
  ['nouns-ratings-profiles', 'server/ratings/routes.ts', 'server/products/store.ts'],
  ['nouns-bookings', 'server/bookings/place-booking.ts', 'server/payments/store.ts'],
  ['nouns-payments', 'server/payments/pay.ts', 'server/users/store.ts'],
  ['nouns-payments', 'server/payments/pay.ts', 'server/quotes/store.ts'],
  ['nouns-documents', 'server/documents/render.ts', 'server/payments/store.ts'],
  ['nouns-quotes', 'server/quotes/accept-quote.ts', 'server/documents/store.ts'],
  ['nouns-bookings', 'server/bookings/place-booking.ts', 'server/quotes/store.ts'],
  ['nouns-mail', 'server/mail/send-mail.ts', 'server/bookings/store.ts'],
  ['nouns-bookings', 'server/bookings/place-booking.ts', 'server/mail/send-mail.ts'],
  ['outbox-below-nouns', 'server/outbox/write-mail.ts', 'server/mail/send-mail.ts'],
  ['store-at-the-bottom', 'server/documents/store.ts', 'server/documents/render.ts'],
  ['cache-below-nouns', 'server/cache/response-cache.ts', 'server/http/serve-endpoint.ts'],
  ['embedded-postgres-stands-alone', 'server/embedded-postgres/start.ts', 'server/config.ts'],
  ['nouns-products', 'server/products/remove-product.ts', 'server/bookings/store.ts'],
  ['jobs-at-the-top', 'server/payments/refund-payment.ts', 'server/jobs/engine.ts'],
  ['pages-at-the-top', 'web/products/card.tsx', 'web/pages/blog.tsx'],
  ['ui-at-the-bottom', 'web/ui/field.tsx', 'web/products/card.tsx'],
  ['ui-at-the-bottom', 'web/ui/field.tsx', 'contract/fixed-texts.ts'],
  ['styles-beside-their-component', 'web/pages/blog.tsx', 'web/products/card.css'],
  ['styles-beside-their-component', 'web/bookings/card.tsx', 'web/products/card.css'],
  ['sql-has-its-home', 'server/products/remove-product.ts', 'drizzle-orm'],
  ['sql-has-its-home', 'server/app.ts', 'pg'],
  ['http-has-its-home', 'server/products/remove-product.ts', 'fastify'],
  ['http-has-its-home', 'server/go-live-warnings.ts', '@fastify/error'],
  ['resolvable', 'server/go-live-warnings.ts', './nowhere.ts'],
  ['no-circle', 'server/mirror.ts', 'server/reflection.ts'],
  ['no-circle', 'server/call.ts', 'server/echo.ts'],
]

const house = mkdtempSync(join(tmpdir(), 'house-'))
const here = (name: string) => join(house, name)

let said: string
beforeAll(() => {
  for (const name of ['package.json', '.dependency-cruiser.cjs']) copyFileSync(name, here(name))
  symlinkSync(resolve('node_modules'), here('node_modules'))
  const edges = [...allowed, ...refused.map(([, from, to]) => [from, to] as const)]
  const files = new Map<string, string>()
  const write = (from: string, to: string, imported: string) => {
    if (isOurs(to) && !files.has(to)) files.set(to, '')
    files.set(from, `${files.get(from) ?? ''}import ${imported}'${isOurs(to) ? `#${to}` : to}'\n`)
  }
  for (const [from, to] of edges) write(from, to, '')
  for (const [from, to] of typesOnly) write(from, to, 'type { Nothing } from ')
  for (const [name, text] of files) {
    mkdirSync(dirname(here(name)), { recursive: true })
    writeFileSync(here(name), text)
  }
  said = check()
})
afterAll(() => rmSync(house, { recursive: true }))

const isOurs = (to: string) => /^(contract|server|identity|sandbox|web|test)\//.test(to)

function check() {
  try {
    return execFileSync(process.execPath, [resolve('setup/check-imports.mjs')], {
      cwd: house,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

/** `rule: from → to`, with a package under its own name. */
function violations() {
  return [...said.matchAll(/^(\S+) → (.+)\n {4}([\w-]+):/gm)].map(([, from, to, rule]) => {
    const target = (to ?? '').replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+).*$/, '$1').replace(/ → .*/, '')
    return `${rule}: ${from} → ${target}`
  })
}

test('every import against the house’s directions is refused, and no other', () => {
  const expected = refused.map(([rule, from, to]) => `${rule}: ${from} → ${to.replace('node:', '')}`)
  expect(violations().sort()).toEqual(expected.sort())
})
