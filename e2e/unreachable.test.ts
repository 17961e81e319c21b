import type { BrowserContext, Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, test } from './fixtures.ts'
import { addProduct } from './orders.ts'
import { accountName } from './sign-in.ts'

const SENTENCE = 'The shop cannot be reached. Check your connection and try again.'

test.beforeEach(({ watch }) =>
  watch.allow(/ERR_INTERNET_DISCONNECTED|Error loading route module|Failed to fetch/),
)

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: SENTENCE })

/** Goes there without the network: the page stays; Retry does nothing until the network is back. */
async function keepsPage(page: Page, context: BrowserContext, go: () => Promise<void>, to: RegExp) {
  const [address, heading] = [page.url(), await title(page).textContent()]
  await context.setOffline(true)
  await go()
  await expect(notice(page)).toBeVisible()
  await expect(page.getByRole('status').getByText('Loading')).toHaveCount(0)
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await lost
  await expect(page.getByRole('button', { name: 'Retry' })).not.toHaveAttribute('aria-busy', 'true')
  await expect(title(page)).toHaveText(heading ?? '')
  expect(page.url()).toBe(address)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(to)
  await expect(notice(page)).toHaveCount(0)
  await expect(title(page)).not.toHaveText(heading ?? '')
}

test('a page whose script cannot be loaded leaves the one that is shown, with what was typed', async ({
  page,
  context,
}) => {
  await page.goto('/extra')
  await page.getByLabel('Name').fill('Still here')
  const feedback = page.getByLabel('Feedback', { exact: true })
  await feedback.fill('Typed before the network failed')
  await context.setOffline(true)
  await page.getByRole('link', { name: texts.navigation.portfolio }).first().click()
  await expect(notice(page)).toBeVisible()
  await expect(feedback).toHaveValue('Typed before the network failed')
  await context.setOffline(false)
})

test('a page whose script cannot be loaded comes with Retry once the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/blog')
  const link = page.getByRole('link', { name: texts.navigation.subscribe }).first()
  await keepsPage(page, context, () => link.click(), /\/extra$/)
})

test('a page whose data cannot be loaded leaves the one that is shown', async ({ page, context, shop }) => {
  const product = await addProduct(shop, { name: 'Kept anchor' })
  await page.goto('/catalogue')
  // Its script is there after a first visit.
  await page.getByRole('link', { name: 'Kept anchor', exact: true }).first().click()
  await expect(title(page)).toHaveText('Kept anchor')
  await page.goBack()
  await expect(title(page)).toHaveText('All products')
  const link = page.getByRole('link', { name: 'Kept anchor', exact: true }).first()
  await keepsPage(page, context, () => link.click(), new RegExp(`/item/${product._id}`))
})

test('going back to a page whose data cannot be loaded leaves the one that is shown', async ({
  page,
  context,
  shop,
}) => {
  await addProduct(shop, { name: 'Kept clamp' })
  await page.goto('/catalogue')
  await page.getByRole('link', { name: 'Kept clamp', exact: true }).first().click()
  await expect(title(page)).toHaveText('Kept clamp')
  await keepsPage(page, context, async () => void (await page.goBack()), /\/catalogue$/)
})

test('a link to the page that is shown keeps that page and its data', async ({ page, context, shop }) => {
  const { _id } = await addProduct(shop, { name: 'Kept vise' })
  await page.goto('/catalogue?q=vise')
  await context.setOffline(true)
  // The second finds what the first has left.
  for (const _time of ['first', 'second']) {
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
    await page.getByRole('link', { name: 'Cards' }).click()
    await lost
  }
  await expect(page.getByRole('link', { name: 'Kept vise', exact: true })).toHaveAttribute(
    'href',
    new RegExp(_id),
  )
  await expect(title(page)).toHaveText('All products')
  await context.setOffline(false)
})

test('a page behind the sign-in whose scripts cannot be loaded leaves the one that is shown', async ({
  page,
  context,
  buyer,
}) => {
  await page.goto('/privacy')
  await expect(accountName(page)).toHaveText(buyer.name)
  const link = page.getByRole('link', { name: texts.navigation.dashboard, exact: true }).first()
  await keepsPage(page, context, () => link.click(), /\/dashboard$/)
})

test('a page whose script was lost once comes by its link, too, when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/privacy')
  const link = page.getByRole('link', { name: texts.navigation.portfolio }).first()
  await context.setOffline(true)
  await link.click()
  await expect(notice(page)).toBeVisible()
  await context.setOffline(false)
  await link.click()
  await expect(page).toHaveURL(/\/portfolio$/)
  await expect(title(page)).toContainText(texts.navigation.portfolio)
})

test('being led to the login page does not ask first whether the shop can be reached', async ({
  page,
  shop,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const product = await addProduct(shop, { name: 'Ordered by visitors' })
  await page.goto(`/item/${product._id}`)
  await page
    .getByRole('link', { name: /^Order/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(title(page)).toHaveText('Login')
  expect(asked).not.toContain('/healthz')
})
