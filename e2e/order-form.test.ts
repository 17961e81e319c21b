import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, refuseWith, SCREENS, SIZES, test } from './fixtures.ts'
import { addProduct, fillOrder, placeOrder, rowOf } from './orders.ts'

const BILLING = { purchaseOrder: 'PO-7731', billTo: 'Example Works Ltd.\nTax ID XX 000' }

test(
  'purchase order number and billing details are asked for with the order, and remembered for the next one',
  SCREENS,
  async ({ page, shop, buyer: _ }) => {
    const product = await addProduct(shop)
    const form = page.locator('.purchase-form')
    const [number, details] = [form.getByLabel('Purchase order number'), form.getByLabel('Billing details')]
    await page.goto(`/product/${product._id}`)
    for (const field of [number, details]) await expect(field).toHaveValue('')
    await fillOrder(page, 100)
    await number.fill(BILLING.purchaseOrder)
    await details.fill(BILLING.billTo)
    await page.getByRole('button', { name: texts.booking.purchase }).click()
    await expect(rowOf(page, product.name)).toContainText(BILLING.purchaseOrder)

    await page.goto(`/product/${(await addProduct(shop))._id}`)
    await expect(number).toHaveValue(BILLING.purchaseOrder)
    await expect(details).toHaveValue(BILLING.billTo)
    await expect(form.getByText('From your last order', { exact: true })).toBeVisible()
    await expectAccessible(page)
  },
)

test('on a phone, the reason why an order is refused is within the window', async ({
  page,
  shop,
  buyer: _,
  watch,
}) => {
  watch.allow(/409 \(Conflict\)/)
  await page.setViewportSize(SIZES.phone)
  await page.goto(`/product/${(await addProduct(shop))._id}`)
  await fillOrder(page, 100)
  await page.route('**/api/bookings', refuseWith(409, 'Only 50 units are available; order fewer'))
  await page.getByRole('button', { name: texts.booking.purchase }).click()
  const reason = page.getByRole('alert').getByText('Only 50 units are available')
  await expect(reason).toBeInViewport({ ratio: 1 })
})

test('the SKU stands at an order for its customer and for an admin, who finds it by typing it', async ({
  page,
  shop,
  buyer,
  elsewhere,
}) => {
  const product = await addProduct(shop, { sku: 'TRY-SQUARE-12' })
  const order = await placeOrder(shop, buyer, product)
  for (const address of [
    '/dashboard/order',
    `/dashboard/order/${order._id}`,
    `/dashboard/payment/${order._id}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText(/SKU\s*TRY-SQUARE-12/)
  }
  await placeOrder(shop, buyer, await addProduct(shop))
  const admin = await elsewhere(await shop.signInAdmin())
  await admin.goto('/dashboard/myOrder')
  await admin.getByLabel('Search these orders').fill('try-square-12')
  await expect(admin.getByText('1 order for “try-square-12”')).toBeVisible()
  await expect(rowOf(admin, product.name)).toContainText('SKU TRY-SQUARE-12')
})
