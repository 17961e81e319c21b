import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, ONLY_SCREENS, type Person, type Shop, SIZES, test } from './fixtures.ts'
import { placeNewOrder } from './orders.ts'
import { askForQuote } from './quotes.ts'
import { accountName } from './sign-in.ts'

const { navigation, dashboard, booking, signIn } = texts

type Sees = (page: Page) => Promise<unknown>
type Route = { path: string; access: 'anyone' | 'signed in' | 'admin'; sees: Sees }
const heading =
  (name: string | RegExp): Sees =>
  (page) =>
    expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
const button =
  (name: string): Sees =>
  (page) =>
    expect(page.getByRole('button', { name, exact: true })).toBeVisible()

/** Specification §2, route by route, and quotes. `{product}`, `{order}` and `{quote}` stand for ids of the visitor's own. */
const routes: Route[] = [
  { path: '/', access: 'anyone', sees: heading(texts.hero) },
  { path: '/home', access: 'anyone', sees: heading(texts.hero) },
  { path: '/login', access: 'anyone', sees: button(signIn.resetPassword) },
  { path: '/signup', access: 'anyone', sees: button(signIn.google) },
  {
    path: '/blog',
    access: 'anyone',
    sees: (page) => expect(page.getByText(/prototyp/i).first()).toBeVisible(),
  },
  { path: '/extra', access: 'anyone', sees: (page) => expect(page.getByLabel('Feedback')).toBeVisible() },
  {
    path: '/portfolio',
    access: 'anyone',
    sees: (page) => expect(page.getByRole('heading', { name: 'Skills' })).toBeVisible(),
  },
  { path: '/product/{product}', access: 'signed in', sees: button(booking.purchase) },
  { path: '/dashboard', access: 'signed in', sees: heading(dashboard.welcome) },
  { path: '/dashboard/profile', access: 'signed in', sees: heading(dashboard.profile) },
  { path: '/dashboard/myReview', access: 'signed in', sees: heading(dashboard.myReview) },
  { path: '/dashboard/addReview', access: 'signed in', sees: heading(dashboard.addReview) },
  { path: '/dashboard/order', access: 'signed in', sees: heading(dashboard.myOrder) },
  { path: '/dashboard/order/{order}', access: 'signed in', sees: heading(/^Order #/) },
  { path: '/dashboard/payment/{order}', access: 'signed in', sees: heading(booking.payment) },
  { path: '/dashboard/quote/{quote}', access: 'signed in', sees: heading(/^Quote/) },
  { path: '/dashboard/myOrder', access: 'signed in', sees: heading(dashboard.manageOrder) },
  { path: '/dashboard/addProduct', access: 'signed in', sees: heading(dashboard.addProduct) },
  { path: '/dashboard/manageProduct', access: 'signed in', sees: heading(dashboard.manageProduct) },
  { path: '/dashboard/import', access: 'signed in', sees: heading('Import products') },
  { path: '/dashboard/users', access: 'admin', sees: heading(dashboard.makeAdmin) },
]

async function ownIds(shop: Shop, person: Person) {
  const { orderId: product, _id: order } = await placeNewOrder(shop, person)
  const { _id: quote } = await askForQuote(shop, person, { _id: product })
  return { product, order, quote }
}

const fill = (path: string, ids: Awaited<ReturnType<typeof ownIds>>) =>
  path.replace('{product}', ids.product).replace('{order}', ids.order).replace('{quote}', ids.quote)

/** Some of each kind: what `npm test` looks at. */
const EXAMPLES = [
  '/',
  '/extra',
  '/product/{product}',
  '/dashboard',
  '/dashboard/payment/{order}',
  '/dashboard/users',
]

for (const [which, isTried] of [
  ['some routes', ({ path }: Route) => EXAMPLES.includes(path)],
  ['every route @proof', () => true],
] as const)
  test(`anonymous: public pages are seen, the others lead to the login page, which remembers them: ${which}`, async ({
    page,
    shop,
  }) => {
    const ids = await ownIds(shop, await shop.signUp())
    for (const route of routes.filter(isTried)) {
      const path = fill(route.path, ids)
      await page.goto(path)
      if (route.access === 'anyone') {
        await route.sees(page)
        expect(new URL(page.url()).pathname).toBe(path)
      } else {
        await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: path })}`)
        await button(signIn.resetPassword)(page)
      }
    }
  })

test(
  'customer: everything that needs a sign-in but the users page, which leads to the login page',
  ONLY_SCREENS,
  async ({ page, shop, buyer, watch }) => {
    watch.allow(/403 \(Forbidden\)/)
    const ids = await ownIds(shop, buyer)
    for (const route of routes.filter(({ access }) => access !== 'anyone')) {
      const path = fill(route.path, ids)
      await page.goto(path)
      if (route.access === 'admin')
        await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: path })}`)
      else await route.sees(page)
    }
  },
)

test('admin: every route', ONLY_SCREENS, async ({ page, shop, signInAs }) => {
  const admin = await shop.signInAdmin()
  await signInAs(admin)
  const ids = await ownIds(shop, admin)
  for (const route of routes) {
    await page.goto(fill(route.path, ids))
    await route.sees(page)
  }
})

test('any other path shows the not-found image to anyone, also under /dashboard, without going to the login page @proof', async ({
  page,
  watch,
}) => {
  watch.allow(/404 \(Not Found\)/)
  watch.allow(/malformed URL segment/)
  const paths = [
    ...['/nowhere', '/dashboard/nowhere', '/product', '/blog/x'],
    ...['/Blog', '/dashboard/myorder', '/%E0%A4%A'],
  ]
  for (const path of paths) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.locator('main img')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('the menus hold the specified entries for each kind of visitor, and no others', async ({
  page,
  shop,
  signInAs,
  elsewhere,
}) => {
  const top = [navigation.home, navigation.blog, navigation.subscribe, navigation.portfolio]
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText([...top, navigation.login])

  await signInAs(await shop.signUp('Menu Reader'))
  await page.goto('/dashboard')
  await expect(main.getByRole('link')).toHaveText([...top, navigation.dashboard])
  await expect(page.getByRole('banner').getByText('Menu Reader').first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: navigation.signOut })).toBeVisible()
  const own = [
    dashboard.dashboard,
    dashboard.profile,
    dashboard.myReview,
    dashboard.addReview,
    dashboard.myOrder,
  ]
  const side = (of: Page) => of.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(side(page)).toHaveText(own)

  const adminPage = await elsewhere(await shop.signInAdmin())
  await adminPage.goto('/dashboard')
  const more = [dashboard.manageOrder, dashboard.makeAdmin, dashboard.addProduct, dashboard.manageProduct]
  await expect(side(adminPage)).toHaveText([...own, ...more])
  await adminPage.setViewportSize(SIZES.phone)
  await expect(side(adminPage)).toHaveText([...more, ...own])
  await expect(side(adminPage).first()).toBeInViewport()
})

test('all products are one press away, beside the specified entries @proof', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'All products' }).click()
  await expect(page).toHaveURL('/catalogue')
  await expect(page.getByRole('banner').getByRole('link', { name: 'All products' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.setViewportSize(SIZES.phone)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const links = page.getByRole('dialog').getByRole('link')
  await expect(links).toHaveText(['All products', navigation.home, /./, /./, /./, navigation.login])
  await links.first().click()
  await expect(page).toHaveURL('/catalogue')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a long name keeps its room in the top bar @proof', async ({ page, shop, signInAs }) => {
  await signInAs(await shop.signUp('Maximiliane von und zu Hohenschwangau'))
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/blog')
    await expect(accountName(page)).toHaveText('Maximiliane von und zu Hohenschwangau')
    const box = await accountName(page).boundingBox()
    expect(box?.width, `at ${width}`).toBeGreaterThan(50)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('the entry of the current page takes no more room than any other @proof', async ({ page, buyer }) => {
  const widths = (menu: string) =>
    page
      .getByRole('navigation', { name: menu })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().width))
  await page.goto('/dashboard')
  await expect(page.getByText(buyer.name).first()).toBeVisible()
  await heading(dashboard.welcome)(page)
  const before = { main: await widths('Main'), side: await widths('Dashboard') }
  expect([before.main.length, before.side.length]).toEqual([5, 5])
  await page.getByRole('link', { name: dashboard.profile }).click()
  await heading(dashboard.profile)(page)
  expect(await widths('Dashboard')).toEqual(before.side)
  await page.getByRole('link', { name: navigation.portfolio }).click()
  await expect(page).toHaveURL('/portfolio')
  await expect(page.getByRole('heading', { level: 1, name: navigation.portfolio })).toBeVisible()
  expect(await widths('Main')).toEqual(before.main)
})
