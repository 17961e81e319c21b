import type { BrowserContext, Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, test } from './fixtures.ts'
import { addProduct } from './orders.ts'

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
  await page.getByRole('button', { name: 'Retry' }).click()
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
