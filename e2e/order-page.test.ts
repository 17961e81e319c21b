import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { formatDollars } from '../contract/formats/money.ts'
import { expectAccessible } from './axe.ts'
import { expect, refuseWith, SCREENS } from './fixtures.ts'
import { DELIVERY, horizontalScroll, payOrder, placeNewOrder, rowOf, test } from './orders.ts'

/** The entry of the dashboard's menu that is marked. */
const currentEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]')

test(
  'an order tells its story: placed, paid, shipped with a link to the carrier, and it prints as a receipt',
  SCREENS,
  async ({ page, shop, buyer, order }) => {
    const main = page.getByRole('main')
    const steps = main.getByRole('list').filter({ hasText: 'Placed' }).getByRole('listitem')
    await page.goto('/dashboard/order')
    await rowOf(page, order.product)
      .getByRole('link', { name: `Order #${order.number}` })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: `Order #${order.number}` })).toBeFocused()
    await expect(steps).toContainText(['Placed', 'Waiting for payment'])
    await expect(currentEntry(page)).toHaveText(texts.dashboard.myOrder)
    for (const text of [order.product, formatDollars(order.price), DELIVERY.address, DELIVERY.phone])
      await expect(main).toContainText(text)
    await expect(main.getByRole('link', { name: texts.booking.payment, exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Add billing details' }).click()
    await page.getByRole('dialog').getByLabel('Purchase order number').fill('PO 4711')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(main).toContainText('Purchase order PO 4711')
    await expectAccessible(page)

    const { transictionId = '', invoice = '' } = await payOrder(shop, buyer, order)
    const { token } = await shop.signInAdmin()
    const shipment = { carrier: 'UPS Ground', number: '1Z 999 AA1', sentOn: order.createdAt.slice(0, 10) }
    await shop.call('PUT', `/api/bookings/${order._id}/shipment`, { token, body: shipment })
    await page.reload()
    await expect(steps).toContainText(['Placed', `Paid`, 'Shipped'])
    await expect(steps.nth(1)).toContainText(transictionId)
    await expect(steps.nth(1)).toContainText(invoice)
    await expect(main.getByRole('link', { name: /1Z 999 AA1/ })).toHaveAttribute(
      'href',
      'https://www.ups.com/track?tracknum=1Z999AA1',
    )
    await expect(main.getByText(texts.booking.processing, { exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: texts.booking.payment, exact: true })).toHaveCount(0)
    await expect(main.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Invoice (PDF)' })).toBeVisible()
    await expectAccessible(page)
    expect(await horizontalScroll(page)).toBe(0)

    await page.emulateMedia({ media: 'print' })
    await expect(main.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    for (const text of [`Order #${order.number}`, transictionId, invoice, formatDollars(order.price)])
      await expect(main.getByText(text).first()).toBeVisible()
  },
)

test('an unpaid order is deleted on its page, which leads back to the others @proof', async ({
  page,
  order,
}) => {
  await page.goto(`/dashboard/order/${order._id}`)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Order deleted')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/order')
})

test('an order of somebody else is there for admins only, who are told whose it is', async ({
  page,
  shop,
  buyer,
  elsewhere,
  watch,
}) => {
  watch.allow(/status of 404/)
  const other = await shop.signUp()
  const order = await placeNewOrder(shop, other)
  await page.goto(`/dashboard/order/${order._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Order not found' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(order.product)
  expect(buyer.email).not.toBe(other.email)

  const admin = await elsewhere(await shop.signInAdmin())
  await admin.goto(`/dashboard/order/${order._id}`)
  await expect(admin.getByText(`This order belongs to ${other.email}`)).toBeVisible()
  await expect(admin.getByRole('main').getByRole('link', { name: texts.booking.payment })).toHaveCount(0)
  await expect(currentEntry(admin)).toHaveText(texts.dashboard.manageOrder)
})

test('an order that does not load again keeps its title and what was there @proof', async ({
  page,
  order,
  watch,
}) => {
  watch.allow(/status of 503/)
  await page.goto(`/dashboard/order/${order._id}`)
  await page.route('**/api/booking/*', refuseWith(503, 'Try again in a moment'))
  await page.getByRole('button', { name: 'Add billing details' }).click()
  await page.route('**/purchase-order', (route) => route.fulfill({ json: order }))
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Try again in a moment')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`)
  await expect(page.getByRole('main')).toContainText(order.product)
})
