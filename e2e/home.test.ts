import type { Product } from '../contract/catalogue/products.ts'
import { texts } from '../contract/fixed-texts.ts'
import type { Rating } from '../contract/people/ratings.ts'
import { expect, SIZES, test, touch, untilInteractive } from './fixtures.ts'

test('the home page holds what the specification lists', async ({ page, shop }) => {
  const { json: products } = await shop.call('GET', '/api/products')
  const { json: ratings } = await shop.call('GET', '/api/ratings')
  // More than the page shows of each.
  expect([products.length > 6, ratings.length > 6]).toEqual([true, true])
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: texts.hero })).toBeVisible()
  const names = products.slice(0, 6).map(({ name }: Product) => name)
  await expect(page.locator('article').getByRole('heading')).toHaveText(names)
  const descriptions = ratings.slice(0, 6).map(({ description }: Rating) => description)
  await expect(page.getByRole('figure').getByRole('blockquote')).toHaveText(descriptions)
  await expect(page.getByRole('region', { name: 'The shop in numbers' }).locator('dl > div')).toHaveText(
    texts.statistics.map(({ figure, label }) => `${label}${figure}`),
  )
  const feedback = page.getByRole('region', { name: 'Tell us what you think' })
  for (const label of ['Name', 'Email', 'Feedback'])
    await expect(feedback.getByLabel(label)).toHaveAttribute('required')
  await expect(feedback.getByRole('button', { name: 'Send feedback' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contact us' }).getByRole('link')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('feedback is thanked for, and the form is empty again', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Name').fill('A visitor')
  await page.getByLabel('Email').fill('visitor@example.com')
  await page.getByLabel('Feedback').fill('Very good hammers')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText(texts.feedbackThanks)).toBeVisible()
  await expect(page.getByLabel('Feedback')).toHaveValue('')
})

test('the theme follows the system until it is chosen, and is remembered without a flash', async ({
  page,
}) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await theme()).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  await page.getByRole('button', { name: /theme/i }).click()
  await expect.poll(theme).toBe('dark')
  // The theme whenever something of the page is there to be seen.
  await page.addInitScript(() => {
    const shown = new Set<string | undefined>()
    Object.assign(window, { shown })
    new MutationObserver(() => {
      if (document.body?.childElementCount) shown.add(document.documentElement.dataset.theme)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  await page.reload()
  await touch(page)
  await untilInteractive(page)
  expect(await page.evaluate(() => [...Reflect.get(window, 'shown')])).toEqual(['dark'])
})

test('the way back and a reload lead to where one was on a long page @proof @firefox', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/')
  const link = page.getByRole('main').getByRole('link', { name: 'All reviews' })
  await link.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(scrollY))
  const before = await place()
  expect(before).toBeGreaterThan(2_000)
  await link.click()
  await expect(page).toHaveURL('/reviews')
  await page.goBack()
  await expect.poll(place).toBe(before)
  await page.reload()
  await expect.poll(place).toBe(before)
  await expect(link).toBeInViewport()
})

test('at both of its addresses the menu marks the home page as current @proof', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const address of ['/', '/home']) {
    await page.goto(address)
    await expect(menu.locator('[aria-current]')).toHaveText(texts.navigation.home)
    await expect(menu.locator('[aria-current]')).toHaveAttribute('href', '/')
  }
})

test('on a phone the navigation is a drawer that closes by Escape and by following a link @firefox', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/')
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: texts.navigation.blog })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await menu.getByRole('link', { name: texts.navigation.home }).click()
  await expect(menu).toBeHidden()
})

test('an unknown path shows the not-found image with status 404', async ({ page, watch }) => {
  watch.allow(/404 \(Not Found\)/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('img', { name: /not found|missing|empty/i })).toBeVisible()
})
