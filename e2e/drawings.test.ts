import type { Locator } from 'playwright/test'
import sharp from 'sharp'
import { expect, test, touch, untilInteractive } from './fixtures.ts'

/** From 0, black, to 1, white. */
async function brightness(picture: Locator) {
  const { channels } = await sharp(await picture.screenshot()).stats()
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / (3 * 255)
}

test('drawings are blueprints in the shop’s dark theme, whatever the system’s is @proof', async ({
  page,
}) => {
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

test('before the app is there, too, a drawing takes the place of a picture that does not load @proof', async ({
  page,
  watch,
}) => {
  watch.allow(/404 \(Not Found\)/)
  await page.route('**/demo/*.svg', (route) => route.fulfill({ status: 404 }))
  await page.goto('/catalogue', { waitUntil: 'load' })
  const picture = page.getByRole('article').getByRole('img').first()
  await expect(picture).toHaveAttribute('src', '/no-picture.svg')
  await expect(picture).toHaveAccessibleName(/./)
  await expect(page.locator('html')).toHaveAttribute('data-app', 'untouched')
  await touch(page)
  await untilInteractive(page)
  await expect(picture).toHaveAttribute('src', '/no-picture.svg')
})
