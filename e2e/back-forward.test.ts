import { browserArguments, findBrowser } from '../test/find-browser.ts'
import { expect, test } from './fixtures.ts'
import { placeNewOrder } from './orders.ts'

// Playwright switches the browser's back-forward cache off.
test.use({
  launchOptions: {
    executablePath: findBrowser() ?? undefined,
    args: browserArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
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
