import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const allowed: [from: string, to: string][] = [
  ['web/storefront/home.tsx', 'web/storefront/product/card.tsx'],
  ['web/storefront/product/card.tsx', 'web/ui/button.tsx'],
  ['web/storefront/product/card.tsx', 'contract/catalogue/products.ts'],
  ['web/storefront/product/card.tsx', 'web/storefront/product/card.css'],
  ['web/orders/purchase/form.tsx', 'web/storefront/product/card.tsx'],
  ['web/ui/picture.tsx', 'contract/catalogue/stored-pictures.ts'],
  ['server/load-shop.ts', 'identity/identity.ts'],
  ['server/main.ts', 'fastify'],
  ['server/operations/commands/set-password.ts', 'identity/identity.ts'],
  ['server/operations/commands/restore.ts', 'server/operations/backup/restore-backup.ts'],
  ['server/operations/workers/worker.ts', 'server/load-shop.ts'],
  ['server/operations/processes/sandbox-client.ts', 'fastify'],
  ['server/app.ts', 'server/catalogue/product-routes.ts'],
  ['server/catalogue/product-routes.ts', 'fastify'],
  ['server/catalogue/product-routes.ts', 'server/platform/endpoints/serve-endpoint.ts'],
  ['server/catalogue/product-routes.ts', 'server/catalogue/products/add-product.ts'],
  ['server/catalogue/product-routes.ts', 'server/catalogue/products/store.ts'],
  ['server/catalogue/products/add-product.ts', 'server/catalogue/products/store.ts'],
  ['server/catalogue/products/add-product.ts', 'server/platform/database/connect.ts'],
  ['server/catalogue/products/add-product.ts', 'server/catalogue/pictures/require-picture.ts'],
  ['server/catalogue/products/store.ts', 'contract/catalogue/products.ts'],
  ['server/catalogue/products/store.ts', 'drizzle-orm'],
  ['server/catalogue/products/store.test.ts', 'test/shop.ts'],
  ['server/catalogue/products/store.test.ts', 'server/people/users/store.ts'],
  ['server/people/ratings/add-rating.ts', 'server/people/users/store.ts'],
  ['server/people/user-routes.ts', 'server/people/users/store.ts'],
  ['server/sales/payments/record-outcome.ts', 'server/sales/bookings/store.ts'],
  ['server/sales/payments/record-outcome.ts', 'server/sales/documents/issue-document.ts'],
  ['server/sales/documents/make-pdf.ts', 'server/sales/quotes/store.ts'],
  ['server/sales/documents/store.ts', 'server/sales/documents/document-data.ts'],
  ['server/sales/quotes/accept-quote.ts', 'server/sales/bookings/store.ts'],
  ['server/sales/quotes/offer-store.ts', 'drizzle-orm'],
  ['server/sales/checkout/place-booking.ts', 'server/catalogue/products/store.ts'],
  ['server/sales/checkout/place-booking.ts', 'server/platform/outbox/write-mail.ts'],
  ['server/sales/bookings/store.ts', 'server/catalogue/products/store.ts'],
  ['server/notify/send-mail.ts', 'server/sales/documents/make-pdf.ts'],
  ['server/notify/send-mail.ts', 'server/platform/outbox/transport.ts'],
  ['server/platform/outbox/transport.ts', 'nodemailer'],
  ['server/accounts/delete-account.ts', 'server/sales/payments/cancel-attempt.ts'],
  ['server/site/page-data.ts', 'server/catalogue/products/store.ts'],
  ['server/desk/overview/read-overview.ts', 'server/site/unwritten-texts.ts'],
  ['server/operations/backup/restore-backup.ts', 'server/sales/documents/series.ts'],
  ['server/operations/jobs/job-kinds.ts', 'server/sales/refunds/refund-payment.ts'],
  ['server/operations/demo/load-demo.ts', 'server/people/ratings/store.ts'],
  ['server/platform/jobs/store.ts', 'drizzle-orm'],
  ['server/shop-context.ts', 'server/platform/jobs/jobs.ts'],
  ['server/platform/database/connect.ts', 'pg'],
  ['identity/identity.ts', 'pg'],
  ['identity/identity.ts', 'contract/fixed-texts.ts'],
  ['contract/catalogue/products.ts', 'zod'],
  ['contract/catalogue/products.ts', 'contract/formats/slug.ts'],
  ['contract/catalogue/products.test.ts', 'vitest'],
  ['test/shop.ts', 'server/app.ts'],
  ['test/shop.ts', 'pg'],
  ['e2e/buy.test.ts', 'test/shop.ts'],
  ['server/reflection.ts', 'server/mirror.ts'], // the other half of a circle is refused below
]

/** Only for a type; the other half of the circle is refused below. */
const typesOnly: typeof allowed = [['server/echo.ts', 'server/call.ts']]

const refused: [rule: string, from: string, to: string][] = [
  ['contract-imports-only-zod', 'contract/formats/fields.ts', 'server/config.ts'],
  ['contract-imports-only-zod', 'contract/formats/fields.ts', 'node:fs'],
  ['contract-imports-only-zod', 'contract/formats/fields.ts', 'react'],
  ['contract-formats-is-below', 'contract/formats/money.ts', 'contract/sales/bookings.ts'],
  ['web-uses-only-contract', 'web/boot/reads.ts', 'server/config.ts'],
  ['web-uses-only-contract', 'web/boot/reads.test.ts', 'server/config.ts'],
  ['server-uses-only-contract', 'server/site/render.ts', 'web/boot/reads.ts'],
  ['identity-only-at-the-start', 'server/platform/endpoints/serve-endpoint.ts', 'identity/identity.ts'],
  ['identity-stands-alone', 'identity/auth.ts', 'server/config.ts'],
  ['sandbox-is-started', 'server/operations/processes/sandbox-client.ts', 'sandbox/main.ts'],
  ['sandbox-stands-alone', 'sandbox/main.ts', 'contract/fixed-texts.ts'],
  ['tests-are-not-imported', 'server/config.ts', 'test/shop.ts'],
  ['tests-are-not-imported', 'server/config.ts', 'server/catalogue/products/store.test.ts'],
  ['put-together-at-the-top', 'server/people/users/make-admin.ts', 'server/open-shop.ts'],
  ['store-at-the-bottom', 'server/people/users/store.ts', 'server/people/users/make-admin.ts'],
  ['store-at-the-bottom', 'server/sales/documents/store.ts', 'server/sales/documents/make-pdf.ts'],
  ['routes-at-the-top', 'server/operations/demo/load-demo.ts', 'server/people/user-routes.ts'],
  ['routes-at-the-top', 'server/catalogue/products/remove-product.ts', 'server/catalogue/product-routes.ts'],
  ['server-platform-is-below', 'server/platform/outbox/write-mail.ts', 'server/notify/send-mail.ts'],
  ['server-platform-is-below', 'server/platform/http/cors.ts', 'server/people/users/store.ts'],
  ['server-platform-is-below', 'server/platform/database/migrate.ts', 'server/catalogue/products/store.ts'],
  [
    'server-catalogue-is-below',
    'server/catalogue/products/remove-product.ts',
    'server/sales/bookings/store.ts',
  ],
  ['server-people-is-below', 'server/people/users/remove-user.ts', 'server/sales/quotes/store.ts'],
  ['server-sales-is-below', 'server/sales/bookings/record-shipment.ts', 'server/notify/send-mail.ts'],
  ['server-sales-is-below', 'server/sales/refunds/failed-refunds.ts', 'server/operations/jobs/job-kinds.ts'],
  ['server-accounts-is-below', 'server/accounts/delete-account.ts', 'server/notify/send-mail.ts'],
  ['server-notify-is-below', 'server/notify/send-mail.ts', 'server/site/page-data.ts'],
  ['server-desk-is-below', 'server/desk/overview/read-overview.ts', 'server/operations/jobs/job-kinds.ts'],
  [
    'server-catalogue-pictures-is-below',
    'server/catalogue/pictures/store.ts',
    'server/catalogue/products/store.ts',
  ],
  ['server-people-users-is-below', 'server/people/users/remove-user.ts', 'server/people/ratings/store.ts'],
  ['server-sales-bookings-is-below', 'server/sales/bookings/find-booking.ts', 'server/sales/quotes/store.ts'],
  [
    'server-sales-documents-is-below',
    'server/sales/documents/make-pdf.ts',
    'server/sales/payments/record-paid.ts',
  ],
  [
    'database-and-cache-at-the-bottom',
    'server/platform/cache/response-cache.ts',
    'server/platform/http/cors.ts',
  ],
  ['embedded-postgres-stands-alone', 'server/operations/embedded-postgres/start.ts', 'server/config.ts'],
  ['pages-at-the-top', 'web/orders/purchase/form.tsx', 'web/storefront/blog.tsx'],
  ['web-storefront-is-below', 'web/storefront/product/card.tsx', 'web/orders/purchase/fields.tsx'],
  ['web-ui-is-below', 'web/ui/field.tsx', 'web/storefront/product/card.tsx'],
  ['ui-at-the-bottom', 'web/ui/field.tsx', 'web/storefront/product/card.tsx'],
  ['ui-at-the-bottom', 'web/ui/field.tsx', 'contract/fixed-texts.ts'],
  ['styles-beside-their-component', 'web/storefront/blog.tsx', 'web/storefront/product/card.css'],
  ['styles-beside-their-component', 'web/orders/booking/card.tsx', 'web/storefront/product/card.css'],
  ['sql-has-its-home', 'server/catalogue/products/remove-product.ts', 'drizzle-orm'],
  ['sql-has-its-home', 'server/app.ts', 'pg'],
  ['smtp-has-its-home', 'server/notify/send-mail.ts', 'nodemailer'],
  ['http-has-its-home', 'server/catalogue/products/remove-product.ts', 'fastify'],
  ['http-has-its-home', 'server/open-shop.ts', '@fastify/error'],
  ['resolvable', 'server/open-shop.ts', './nowhere.ts'],
  ['no-circle', 'server/mirror.ts', 'server/reflection.ts'],
  ['no-circle', 'server/call.ts', 'server/echo.ts'],
]

/** Two folders that hold each other, though none of their files does. */
const foldersInCircle: typeof allowed = [
  ['server/people/profiles/left.ts', 'server/people/feedback/right.ts'],
  ['server/people/feedback/other.ts', 'server/people/profiles/another.ts'],
]

const house = mkdtempSync(join(tmpdir(), 'house-'))
const here = (name: string) => join(house, name)

let said: string
beforeAll(() => {
  for (const name of ['package.json', '.dependency-cruiser.cjs']) copyFileSync(name, here(name))
  symlinkSync(resolve('node_modules'), here('node_modules'))
  const edges = [...allowed, ...foldersInCircle, ...refused.map(([, from, to]) => [from, to] as const)]
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

const isOfFolders = (violation: string) => violation.startsWith('no-folder-circle')

test('every import against the house’s directions is refused, and no other', () => {
  const expected = refused.map(([rule, from, to]) => `${rule}: ${from} → ${to.replace('node:', '')}`)
  const found = violations().filter((violation) => !isOfFolders(violation))
  expect(found.sort()).toEqual(expected.sort())
})

test('folders that hold each other are refused, though none of their files do', () => {
  const expected = foldersInCircle.map(([from, to]) => `no-folder-circle: ${dirname(from)} → ${dirname(to)}`)
  expect(violations().filter(isOfFolders)).toEqual(expect.arrayContaining(expected))
})
