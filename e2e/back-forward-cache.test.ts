import { texts } from '../contract/fixed-texts.ts'
import { browserArguments, findBrowser } from '../test/find-browser.ts'
import { expect, test } from './fixtures.ts'
import { placeNewOrder } from './orders.ts'

// Playwright switches it off; browsers have it on.
test.use({
  launchOptions: {
    executablePath: findBrowser() ?? undefined,
    args: browserArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test('whoever comes back from Google by the back button can press the button again @proof', async ({
  page,
}) => {
  await page.goto('/login')
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  )
  const google = page.getByRole('button', { name: texts.signIn.google })
  await google.click()
  await expect(page.getByRole('heading', { name: 'Test sign-in: this is not Google' })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
  await expect(google).not.toHaveAttribute('aria-busy', 'true')
  await google.click()
  await expect(page.getByRole('heading', { name: 'Test sign-in: this is not Google' })).toBeVisible()
})

test('the way back to a page that the browser kept alive shows nothing of who has signed out since', async ({
  context,
  page,
  shop,
  buyer,
}) => {
  const { product } = await placeNewOrder(shop, buyer)
  await page.goto('/dashboard/order')
  const order = page.getByRole('main').getByText(product).first()
  await expect(order).toBeVisible()
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) =>
      document.body.setAttribute('data-kept', String(persisted)),
    ),
  )
  await page.evaluate(() => location.assign('/healthz'))
  await page.waitForURL('**/healthz')
  const other = await context.newPage()
  await other.goto('/blog')
  await other.evaluate(() => localStorage.removeItem('accessToken'))
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'true')
  await expect(order).toBeHidden()
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Forder`)
})
