import type { Locator } from 'playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

/** From 0, black, to 1, white. */
async function brightness(picture: Locator) {
  const { channels } = await sharp(await picture.screenshot()).stats()
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / (3 * 255)
}

test('drawings are blueprints in the shop’s dark theme, whatever the system’s is', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const wall = page.getByRole('img', { name: /tool wall/ })
  const switchTheme = () => page.getByRole('button', { name: /theme/i }).click()
  await expect.poll(() => brightness(wall)).toBeGreaterThan(0.6)
  await switchTheme()
  await expect.poll(() => brightness(wall)).toBeLessThan(0.4)
  await page.emulateMedia({ colorScheme: 'dark' })
  await switchTheme()
  await expect.poll(() => brightness(wall)).toBeGreaterThan(0.6)
})

test('without scripts, too, a drawing takes the place of a picture that does not load', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.origin })
  const page = await context.newPage()
  await page.route('**/demo/*.svg', (route) => route.abort())
  const replaced = page.waitForRequest('**/no-picture.svg')
  await page.goto('/catalogue')
  await replaced
  await context.close()
})
