import { randomUUID } from 'node:crypto'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, ONLY_SCREENS, SCREENS, SIZES, test } from './fixtures.ts'
import { addProduct, horizontalScroll, payOrder, placeOrder, rowOf, shipOrder } from './orders.ts'

const PER_PAGE = 200

test(
  'the orders of one customer, then those that wait, and the address remembers both @firefox',
  SCREENS,
  async ({ page, shop, signInAs }) => {
    const mark = randomUUID().slice(0, 8)
    const buyer = await shop.signUp(`Searched ${mark}`)
    const [waiting, paid, sent] = await Promise.all([addProduct(shop), addProduct(shop), addProduct(shop)])
    await placeOrder(shop, buyer, waiting)
    await payOrder(shop, buyer, await placeOrder(shop, buyer, paid))
    await shipOrder(shop, await payOrder(shop, buyer, await placeOrder(shop, buyer, sent)))
    await page.setViewportSize(SIZES.phone)
    await signInAs(await shop.signInAdmin())
    await page.goto('/dashboard/myOrder')
    const summary = page.getByRole('status').filter({ hasText: /orders?\b/ })

    await page.getByRole('searchbox', { name: 'Search these orders' }).fill(`SEARCHED ${mark}`)
    await expect(summary).toHaveText(`3 orders for “searched ${mark}”, newest first`)
    const which = page.getByRole('navigation', { name: 'Filter orders' })
    for (const [name, count, shown] of [
      ['Unpaid', '1 unpaid order', waiting],
      ['To ship', '1 order to ship', paid],
      ['Shipped', '1 shipped order', sent],
    ] as const) {
      await which.getByRole('link', { name }).click()
      await expect(summary).toHaveText(`${count} for “searched ${mark}”`)
      await expect(which.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
      await expect(rowOf(page, shown.name)).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: buyer.email })).toHaveCount(1)
    }
    expect(await horizontalScroll(page)).toBe(0)
    await expectAccessible(page)

    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Search these orders' })).toHaveValue(`searched ${mark}`)
    await expect(rowOf(page, sent.name)).toBeVisible()
    await page.goBack()
    await expect(rowOf(page, paid.name)).toBeVisible()

    await page.getByRole('searchbox', { name: 'Search these orders' }).fill('no such customer')
    await expect(page.getByText('No orders match.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all orders' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search these orders' })).toHaveValue('')
    await expect(rowOf(page, waiting.name)).toBeVisible()
  },
)

test(
  'more orders than a page holds: pages, newest first, and with its last order a page goes away',
  ONLY_SCREENS,
  async ({ page, shop, signInAs }) => {
    const mark = randomUUID().slice(0, 8)
    const product = await addProduct(shop, { name: `Counted ${mark}`, quantity: 100_000 })
    const [first, second] = [await shop.signUp(), await shop.signUp()]
    const oldest = await placeOrder(shop, first, product, 100)
    for (let placed = 0; placed < PER_PAGE; placed++) await placeOrder(shop, second, product, 101)
    await signInAs(await shop.signInAdmin())
    await page.goto(`/dashboard/myOrder?q=${mark}`)
    await expect(page.getByText(`201 orders for “${mark}”, newest first`)).toBeVisible()
    await expect(rowOf(page, product.name)).toHaveCount(PER_PAGE)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(rowOf(page, product.name)).toHaveCount(1)
    await expect(rowOf(page, product.name)).toContainText(first.email)
    await expect(page.getByRole('heading', { level: 1, name: texts.dashboard.manageOrder })).toBeFocused()

    await rowOf(page, product.name)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`200 orders for “${mark}”, newest first`)).toBeVisible()
    await expect(rowOf(page, product.name)).toHaveCount(PER_PAGE)
    await expect(page).not.toHaveURL(/page=/)
    expect((await shop.call('GET', `/api/booking/${oldest._id}`, { token: first.token })).status).toBe(404)
  },
)
