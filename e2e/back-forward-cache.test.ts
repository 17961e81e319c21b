import { texts } from '../contract/fixed-texts.ts'
import { browserArguments, findBrowser } from '../test/find-browser.ts'
import { expect, test } from './fixtures.ts'

// Playwright switches it off; browsers have it on.
test.use({
  launchOptions: {
    executablePath: findBrowser() ?? undefined,
    args: browserArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test('whoever comes back from Google by the back button can press the button again', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  )
  const google = page.getByRole('button', { name: texts.signIn.google })
  await google.click()
  await expect(page.getByRole('heading', { name: 'Test sign-in: this is not Google' })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
  await expect(google).not.toHaveAttribute('aria-busy', 'true')
  await google.click()
  await expect(page.getByRole('heading', { name: 'Test sign-in: this is not Google' })).toBeVisible()
})
