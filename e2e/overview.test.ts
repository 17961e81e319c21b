import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { isOrderable, LOW_STOCK_ORDERS, minimumOrder } from '../contract/catalogue/order-quantity.ts'
import type { Product } from '../contract/catalogue/products.ts'
import type { Overview } from '../contract/desk/overview.ts'
import { texts } from '../contract/fixed-texts.ts'
import { formatDollars } from '../contract/formats/money.ts'
import type { Booking } from '../contract/sales/bookings.ts'
import { expectAccessible } from './axe.ts'
import { expect, ON_EACH_SIZE, ONLY_SCREENS, refuseWith, SCREENS, test } from './fixtures.ts'
import { addProduct, horizontalScroll, payOrder, placeOrder, shipOrder } from './orders.ts'

// A shop of its own, where nothing was sold yet.
test.use({ settings: { SHOP_NAME: 'Overview' }, timezoneId: 'Pacific/Kiritimati' })

const figure = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) })

test(
  'before the first sale the overview says so and shows no empty chart',
  ONLY_SCREENS,
  async ({ page, shop, signInAs }) => {
    await signInAs(await shop.signInAdmin())
    await page.goto('/dashboard')
    await expect(page.getByText('No orders were paid in the last twelve months.')).toBeVisible()
    await expect(figure(page, 'To ship')).toContainText('0')
    await expect(page.getByRole('img', { name: /Revenue/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Best sellers' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Failed emails and jobs' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Turn it on in your profile' }).click()
    await expect(page.getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible()
  },
)

test(
  'the owner is told that email is off, and that the card provider rejects the shop, and why',
  SCREENS,
  async ({ page, shop, signInAs }) => {
    const sentence =
      'The card provider rejects our requests: Your account cannot currently make live charges.'
    await page.route('**/api/overview?*', async (route) => {
      const response = await route.fetch()
      const problems = { cardProviderProblem: sentence, mailOff: true }
      await route.fulfill({ response, json: { ...(await response.json()), ...problems } })
    })
    await signInAs(await shop.signInAdmin())
    await page.goto('/dashboard')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('Email is off', { exact: true })).toBeVisible()
    await expectAccessible(page)
  },
)

for (const { size, viewport, details } of ON_EACH_SIZE)
  test(
    `on a ${size}: the owner reads sales, best sellers and what waits, as charts and as tables`,
    details,
    async ({ page, shop, signInAs }) => {
      const admin = await shop.signInAdmin()
      const buyer = await shop.signUp('Orla Buyer')
      const saw = await addProduct(shop, { price: 20, quantity: 5_000 })
      const nail = await addProduct(shop, { price: 1.5, quantity: 5_000 })
      await addProduct(shop, { name: `Scarce ${size}`, quantity: 100 })
      await placeOrder(shop, buyer, saw, 100)
      await shipOrder(shop, await payOrder(shop, buyer, await placeOrder(shop, buyer, saw, 110)))
      await payOrder(shop, buyer, await placeOrder(shop, buyer, nail, 900))
      const all: Booking[] = (await shop.call('GET', '/api/bookings', { token: admin.token })).json
      const products: Product[] = (await shop.call('GET', '/api/products')).json
      const paid = all.filter((booking) => booking.paid)
      const revenue = formatDollars(paid.reduce((sum, { price }) => sum + price, 0))

      await page.setViewportSize(viewport)
      await signInAs(admin)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1, name: texts.dashboard.welcome })).toBeVisible()
      const low = products.filter((product) => product.quantity < LOW_STOCK_ORDERS * minimumOrder(product))
      const soldOut = low.filter((product) => !isOrderable(product))
      await expect(figure(page, 'To ship')).toContainText(
        String(paid.filter(({ shipment }) => !shipment).length),
      )
      await expect(figure(page, 'Unpaid orders')).toContainText(String(all.length - paid.length))
      await expect(figure(page, 'Low stock')).toContainText(
        `${low.length}${soldOut.length} cannot be ordered`,
      )
      await expect(figure(page, 'Failed refunds')).toContainText('nothing to do')

      const sales = page.getByRole('region', { name: 'Sales' })
      await expect(sales.getByRole('definition')).toHaveText([
        revenue,
        String(paid.length),
        formatDollars(paid.reduce((sum, { price }) => sum + price, 0) / paid.length),
      ])
      await expect(sales.getByText('days in Pacific/Kiritimati')).toBeVisible()
      const chart = sales.getByRole('img', { name: /^Revenue per day: highest/ })
      await expect(chart.locator('.recharts-bar-rectangle path')).toHaveCount(1)
      await expect(chart.getByText('Today', { exact: true })).toBeVisible()
      await chart.locator('.recharts-bar-rectangle path').hover()
      await expect(chart.getByText(revenue, { exact: true })).toBeVisible()

      await sales.getByText('Show as table').click()
      const today = new Intl.DateTimeFormat('en-US', {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        timeZone: 'Pacific/Kiritimati',
      }).format(new Date())
      const days = sales.getByRole('table', { name: 'Sales by day, newest first' }).getByRole('row')
      await expect(days).toHaveCount(31)
      await expect(days.nth(1)).toHaveText(`${today}${paid.length}${revenue}`)
      await expect(days.nth(2)).toHaveText(/0\$0\.00$/)
      expect(await horizontalScroll(page)).toBe(0)

      await sales.getByRole('radio', { name: '30 days' }).focus()
      await page.keyboard.press('ArrowRight')
      const months = sales.getByRole('table', { name: 'Sales by month, newest first' }).getByRole('row')
      await expect(months).toHaveCount(13)
      await expect(months.nth(1)).toContainText(revenue)
      await expect(sales.getByRole('img', { name: /^Paid orders per month: highest/ })).toBeVisible()

      const best = page.getByRole('table', { name: 'Best sellers' }).getByRole('row')
      await expect(best.nth(1)).toContainText('900')
      await expect(page.getByRole('table', { name: 'Low stock' }).getByRole('row')).toHaveCount(
        Math.min(low.length, 10) + 1,
      )
      expect(await horizontalScroll(page)).toBe(0)
      await expectAccessible(page)
      await figure(page, 'To ship').click()
      await expect(page.getByRole('heading', { level: 1, name: texts.dashboard.manageOrder })).toBeVisible()
    },
  )

test('thirty days without a sale are said in a sentence; the year still has its charts @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await page.route('**/api/overview?*', async (route) => {
    const response = await route.fetch()
    const overview: Overview = await response.json()
    const [first, ...others] = overview.months
    const days = overview.days.map(({ from }) => ({ from, orders: 0, revenue: 0 }))
    const months = [{ ...first, orders: 1, revenue: 1_250 }, ...others]
    await route.fulfill({ response, json: { ...overview, days, months } })
  })
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard')
  const sales = page.getByRole('region', { name: 'Sales' })
  await expect(sales.getByText('No orders were paid in the last 30 days.')).toBeVisible()
  await expect(sales.getByRole('img')).toHaveCount(0)
  await sales.getByText('12 months').click()
  await expect(sales.getByRole('img', { name: /^Revenue per month: highest/ })).toBeVisible()
})

test('an overview that does not load says why; Retry brings it, also when the charts were away @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 500|ERR_FAILED/)
  await signInAs(await shop.signInAdmin())
  await page.route('**/api/overview?*', refuseWith(500, 'Something went wrong'))
  await page.route('**/assets/sales-charts-*.js', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await page.unroute('**/api/overview?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  const sales = page.getByRole('region', { name: 'Sales' })
  await expect(sales.getByRole('button', { name: 'Retry' })).toBeVisible()
  await sales.getByText('Show as table').click()
  await expect(sales.getByRole('table').getByRole('row')).toHaveCount(31)
  await page.unroute('**/assets/sales-charts-*.js')
  await sales.getByRole('button', { name: 'Retry' }).click()
  await expect(sales.getByRole('img', { name: /^Revenue per day/ })).toBeVisible()
})

test('a time zone that the shop does not know is answered in UTC @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 400/)
  await signInAs(await shop.signInAdmin())
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Mars/Olympus_Mons' }
    }
  })
  await page.goto('/dashboard')
  await expect(page.getByText('days in UTC')).toBeVisible()
})

test(
  'customers see their open payments and last orders there, and nothing of the overview is asked for',
  SCREENS,
  async ({ page, shop, buyer }) => {
    const product = await addProduct(shop, { price: 2 })
    await placeOrder(shop, buyer, product, 150)
    await payOrder(shop, buyer, await placeOrder(shop, buyer, product, 100))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/dashboard')
    await expect(page.getByText('1 order awaiting payment, $300.00 total.')).toBeVisible()
    const orders = page.getByRole('region', { name: 'Your orders' }).getByRole('listitem')
    await expect(orders).toHaveCount(2)
    await expect(orders.first().getByRole('link', { name: texts.booking.payment })).toBeVisible()
    await expect(orders.last().getByText(texts.booking.processing, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sales' })).toHaveCount(0)
    expect(asked.filter((url) => /overview|sales-charts/.test(url))).toEqual([])
    await expectAccessible(page)
  },
)

test('the chart library is in one file, which no other file needs before the overview is shown', () => {
  const folder = path.join(import.meta.dirname, '../build/client/assets')
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  const holding = scripts.filter(({ text }) => text.includes('recharts-')).map(({ name }) => name)
  expect(holding).toEqual([expect.stringMatching(/^sales-charts-/)])
  const naming = scripts.filter(({ text }) => text.includes(`${holding[0]}`)).map(({ name }) => name)
  const importing = scripts.filter(({ text }) => new RegExp(`(from|import)"./${holding[0]}"`).test(text))
  expect(naming.filter((name) => !name.startsWith('dashboard-'))).toEqual([])
  expect(importing).toEqual([])
})
