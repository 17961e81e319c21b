import type { Locator } from 'playwright/test'
import { expect, SIZES, test, untilInteractive } from './fixtures.ts'
import { addProduct } from './orders.ts'
import { askForQuote } from './quotes.ts'

const ENTRY = /\/assets\/entry\.client-[^/]+\.js$/
const SCRIPT = /\/assets\/manage-orders-[^/]+\.js$/
const NOTICE = 'This page did not load completely.'

test.beforeEach(({ watch }) =>
  watch.allow(/Failed to (load resource|fetch dynamically)|[Ll]oading (module|dynamically)/),
)

test('a script that is gone, because the shop was updated: the page is asked for again by itself @proof @firefox', async ({
  page,
}) => {
  let pages = 0
  page.on('request', (request) => (pages += Number(request.isNavigationRequest())))
  await page.route(ENTRY, (route) => (pages === 1 ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto('/')
  expect(pages).toBe(2)
  await page.getByRole('link', { name: 'See all products' }).first().click()
  await expect(page).toHaveURL(/\/catalogue/)
  // The next time something is missing, that is a first time again.
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a script that stays away: the page says so once, and Retry brings it back', async ({
  page,
  buyer,
  signInAs,
}) => {
  await page.setViewportSize(SIZES.phone)
  await signInAs(buyer)
  let pages = 0
  page.on('request', (request) => (pages += Number(request.isNavigationRequest())))
  await page.route(SCRIPT, (route) => route.abort())
  await page.goto('/dashboard/myOrder', { waitUntil: 'commit' })
  await expect(page.getByRole('alert').filter({ hasText: NOTICE })).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  expect(pages).toBe(2)
  await page.unroute(SCRIPT)
  await page.getByRole('button', { name: 'Retry' }).click()
  await untilInteractive(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(NOTICE)).toHaveCount(0)
})

test('the network fails half-way: what is there stays to be read, and the rest comes with the network @proof', async ({
  page,
  context,
}) => {
  await page.route(ENTRY, async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.goto('/', { waitUntil: 'load' })
  await page.mouse.move(5, 5)
  await expect(page.getByRole('alert').filter({ hasText: NOTICE })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute(ENTRY)
  await context.setOffline(false)
  await untilInteractive(page)
  await expect(page.getByText(NOTICE)).toHaveCount(0)
})

test('what was typed before the page was asked for again is still there @proof', async ({
  page,
  context,
}) => {
  await page.route(ENTRY, async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.goto('/extra', { waitUntil: 'load' })
  const feedback = page.getByLabel('Feedback', { exact: true })
  await page.getByLabel('Name').fill('Anna Sample')
  const [newsletter, email] = await page.locator('main [name=email]').all()
  await email?.fill('anna@example.com')
  await feedback.fill('Typed while the scripts were on their way')
  await expect(page.getByRole('alert').filter({ hasText: NOTICE })).toBeVisible()
  await page.unroute(ENTRY)
  await context.setOffline(false)
  await untilInteractive(page)
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  await expect(page.getByLabel('Name')).toHaveValue('Anna Sample')
  await expect(newsletter as Locator).toHaveValue('')
  await expect(email as Locator).toHaveValue('anna@example.com')
  await expect(feedback).toHaveValue('Typed while the scripts were on their way')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('the title of a page that fails has the shop’s name, in the dashboard and outside of it', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/status of 500|TypeError|reading 'length'|Unable to decode/)
  const product = await addProduct(shop)
  const { _id } = await askForQuote(shop, buyer, product)
  const failed = /^This page couldn’t be loaded · Hundredweight$/
  await page.route(`**/api/quotes/${_id}`, (route) => route.fulfill({ json: {} }))
  await page.goto(`/dashboard/quote/${_id}`)
  await expect(page).toHaveTitle(failed)
  await page.goto('/catalogue')
  await page.route(`**/item/${product._id}/*.data*`, (route) => route.fulfill({ status: 500 }))
  await page.getByRole('link', { name: product.name, exact: true }).first().click()
  await expect(page).toHaveTitle(failed)
})
