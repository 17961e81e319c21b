import type { Page } from 'playwright/test'
import { expectAccessible } from './axe.ts'
import { test as base, expect, hold, holdScripts, ON_EACH_SIZE, ONLY_SCREENS, SIZES } from './fixtures.ts'

const PER_PAGE = 24

/** Other journeys in the same shop may have added or removed products. */
const test = base.extend<{ catalogue: { products: number; everything: string; pages: number } }>({
  catalogue: async ({ shop }, use) => {
    const products = (await shop.call('GET', '/api/products')).json.length
    await use({ products, everything: `${products} products`, pages: Math.ceil(products / PER_PAGE) })
  },
})

const words = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
const cards = (page: Page) => page.getByRole('article')
const count = (page: Page) => page.getByRole('region', { name: 'Products found' }).getByRole('status')
const prices = async (page: Page) =>
  (await cards(page).locator('.font-heading.text-xl').allTextContents()).map((price) =>
    Number(price.slice(1)),
  )

for (const { size, viewport, details } of ON_EACH_SIZE) {
  test(
    `on a ${size}, results follow the typing, misspelled as it is; focus and history stay`,
    details,
    async ({ page, catalogue: { everything } }) => {
      await page.setViewportSize(viewport)
      await page.goto('/')
      await page.getByRole('link', { name: 'See all products' }).first().click()
      await expect(count(page)).toHaveText(everything)
      await expect(cards(page)).toHaveCount(PER_PAGE)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await words(page).pressSequentially('Screwdirver')
      await expect(page).toHaveURL('/catalogue?q=screwdirver')
      await expect(page.getByRole('heading', { name: /Ratchet Screwdriver/ })).toBeVisible()
      await expect(count(page)).toContainText('for “screwdirver”')
      await expect(count(page)).toContainText('No exact match for “screwdirver”')
      await expect(words(page)).toBeFocused()
      await expect(words(page)).toHaveValue('Screwdirver')
      await page.goBack()
      await expect(page).toHaveURL('/')
    },
  )

  test(
    `on a ${size} without scripts, the form and the pages work by themselves`,
    details,
    async ({ browser, shop, catalogue: { products, everything } }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: shop.origin })
      const page = await context.newPage()
      await page.goto('/catalogue')
      await page.getByRole('link', { name: 'Next' }).click()
      await expect(page).toHaveURL('/catalogue?page=2')
      await expect(cards(page)).toHaveCount(Math.min(PER_PAGE, products - PER_PAGE))
      await words(page).fill('Steel')
      if (size === 'phone') await page.locator('summary', { hasText: 'Filters' }).click()
      await page.getByLabel('Price from').fill('1')
      await page.getByLabel('Price to').fill('20')
      await page.getByLabel('Sort by').selectOption('Lowest price')
      await page.getByLabel('In stock').check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(count(page)).toHaveText(/^\d+ products for “steel”$/)
      await expect(words(page)).toHaveValue('steel')
      await expect(page.getByLabel('Price to')).toHaveValue('20')
      await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
      await expect(page.getByLabel('In stock')).toBeChecked()
      // The end of the document: all cards are there.
      await expect(page.getByRole('contentinfo')).toBeVisible()
      const shown = await prices(page)
      expect(shown.length).toBeGreaterThan(2)
      expect(shown).toEqual(shown.toSorted((a, b) => a - b))
      expect(Math.max(...shown)).toBeLessThanOrEqual(20)
      await page.getByRole('link', { name: 'Clear all' }).click()
      await expect(count(page)).toHaveText(everything)
      await context.close()
    },
  )

  test(
    `on a ${size}, nothing found leads to what is nearest, and back to everything`,
    ONLY_SCREENS,
    async ({ page, catalogue: { everything } }) => {
      await page.setViewportSize(viewport)
      await page.goto('/catalogue?q=hammer+drilling+unobtainium')
      await expect(count(page)).toHaveText('No products for “hammer drilling unobtainium”')
      await expect(page.getByRole('heading', { name: 'Similar products' })).toBeVisible()
      await expect(page.getByRole('heading', { name: /Hammer|Drill/ }).first()).toBeVisible()
      await page.getByRole('link', { name: 'Show all products' }).click()
      await expect(count(page)).toHaveText(everything)
      await expect(words(page)).toHaveValue('')
    },
  )
}

test('filters apply as they are set, and their address shows the same to somebody else @firefox', async ({
  page,
  browser,
  shop,
}) => {
  await page.goto('/catalogue')
  await page.getByLabel('Sort by').selectOption('Highest price')
  await expect(page).toHaveURL('/catalogue?sort=price-desc')
  await page.getByLabel('Price to').fill('30')
  await page.getByLabel('In stock').check()
  await words(page).fill('  Steel ')
  await expect(page).toHaveURL('/catalogue?q=steel&sort=price-desc&max=30&inStock=true')
  await expect(count(page)).toContainText('for “steel”')
  const names = await cards(page).getByRole('heading').allTextContents()
  expect(names.length).toBeGreaterThan(1)
  const other = await browser.newPage({ baseURL: shop.origin })
  await other.goto(page.url())
  await expect(cards(other).getByRole('heading')).toHaveText(names)
  await expect(other.getByLabel('Price to')).toHaveValue('30')
  await expect(other.getByLabel('Sort by')).toHaveValue('price-desc')
  await expect(other.getByLabel('In stock')).toBeChecked()
  await other.close()
})

test('a filter that is set in the moment in which an earlier search is shown stays set @proof', async ({
  page,
}) => {
  await page.goto('/catalogue')
  const inStock = page.getByLabel('In stock')
  const release = await hold(page, '**/catalogue.data?*inStock=true*')
  await inStock.evaluate((box: HTMLInputElement) =>
    new MutationObserver((_changes, observer) => {
      if (location.search !== '?max=30') return
      observer.disconnect()
      box.checked = true
      box.form?.requestSubmit()
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  )
  const asked = page.waitForRequest(/catalogue\.data\?.*inStock=true/)
  await page.getByLabel('Price to').fill('30')
  await asked
  await expect(inStock).toBeChecked()
  release()
  await expect(page).toHaveURL('/catalogue?max=30&inStock=true')
  await expect(inStock).toBeChecked()
})

test('from page to page reading begins at the top, and a new search at its first page @proof', async ({
  page,
  catalogue: { everything, pages },
}) => {
  await page.goto('/catalogue')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(count(page)).toHaveText(`${everything}, page 2 of ${pages}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await words(page).fill('hammer')
  await expect(page).toHaveURL('/catalogue?q=hammer')
  await expect(words(page)).toBeFocused()
  await page.goBack()
  await expect(count(page)).toHaveText(everything)
  await expect(words(page)).toHaveValue('')
})

test('the old results stay, marked as old, until the next are there @proof', async ({ page }) => {
  await page.goto('/catalogue')
  const release = await hold(page, '**/catalogue.data?*')
  await words(page).fill('hammer')
  const results = page.getByRole('region', { name: 'Products found' })
  await expect(results).toHaveAttribute('aria-busy', 'true')
  await expect(cards(page)).toHaveCount(PER_PAGE)
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached()
  release()
  await expect(results).toHaveAttribute('aria-busy', 'false')
  await expect(count(page)).toContainText('for “hammer”')
})

test('what is typed before the scripts are there is searched for when they are @proof', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/catalogue', { waitUntil: 'commit' })
  await words(page).fill('Hammer')
  release()
  await expect(count(page)).toContainText('for “hammer”')
  await expect(words(page)).toHaveValue('Hammer')
})

test('the top bar leads to a search from any page @firefox', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await page.goto('/blog')
  await words(page).fill('Claw  hammer')
  await words(page).press('Enter')
  await expect(page).toHaveURL('/catalogue?q=claw+hammer')
  await expect(words(page)).toHaveCount(1)
  await expect(words(page)).toHaveValue('claw hammer')
  await page.setViewportSize(SIZES.phone)
  await page.goto('/blog')
  await page.getByRole('banner').getByRole('link', { name: 'Search products' }).click()
  await expect(page).toHaveURL('/catalogue')
})

test('a slash at the end of the address is dropped @proof', async ({ page, catalogue: { everything } }) => {
  await page.goto('/catalogue/?inStock=perhaps#main')
  await expect(page).toHaveURL('/catalogue?inStock=perhaps#main')
  await expect(count(page)).toHaveText(everything)
  await expect(words(page)).toHaveCount(1)
})

test('senseless values in the address count as not there @proof', async ({
  page,
  catalogue: { everything, pages },
}) => {
  await page.goto('/catalogue?sort=upwards&page=-3&min=cheap&max=1e9&inStock=perhaps&limit=5000&q=%00')
  await expect(count(page)).toHaveText(everything)
  await page.goto('/catalogue?page=99')
  await expect(count(page)).toHaveText(`${everything}, page ${pages} of ${pages}`)
})

test('search engines are given the plain pages only, each under one address @proof', async ({ page }) => {
  const robots = page.locator('meta[name=robots]')
  const canonical = page.locator('link[rel=canonical]')
  await page.goto('/catalogue?page=2&utm_source=mail')
  await expect(robots).toHaveCount(0)
  await expect(canonical).toHaveAttribute('href', /\/catalogue\?page=2$/)
  await expect(page).toHaveTitle(/^All products, page 2 · /)
  await page.goto('/catalogue?sort=newest&q=%20HAMMER&min=0')
  await expect(robots).toHaveAttribute('content', 'noindex')
  await expect(canonical).toHaveAttribute('href', /\/catalogue\?q=hammer&sort=newest$/)
  await expect(page).toHaveTitle(/^“hammer” · /)
})

test('axe finds nothing on further pages and on corrected searches', ONLY_SCREENS, async ({ page }) => {
  for (const query of ['?page=2', '?q=hamer&max=20&inStock=true']) {
    await page.goto(`/catalogue${query}`)
    await expectAccessible(page)
  }
})
