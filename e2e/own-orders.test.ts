import { texts } from '../contract/fixed-texts.ts'
import { formatDollars } from '../contract/formats/money.ts'
import { expectAccessible } from './axe.ts'
import { expect, refuseWith, SCREENS } from './fixtures.ts'
import { addProduct, DELIVERY, ordersOf, placeNewOrder, placeOrder, rowOf, test } from './orders.ts'
import { storedToken } from './sign-in.ts'

test(
  'an unpaid order is deleted through a modal that names it; Cancel and Escape keep it',
  SCREENS,
  async ({ page, shop, buyer }) => {
    const [gone, kept] = [await addProduct(shop), await addProduct(shop)]
    await placeOrder(shop, buyer, kept)
    await placeOrder(shop, buyer, gone, 120)
    await page.goto('/dashboard/order')
    const remove = rowOf(page, gone.name).getByRole('button', { name: /^Delete/ })
    const modal = page.getByRole('dialog', { name: 'Delete this order?' })

    await remove.click()
    await expect(modal).toContainText(`120 × ${gone.name}`)
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toBeHidden()
    await expect(remove).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    await expect(remove).toBeFocused()
    expect(await ordersOf(shop, buyer)).toHaveLength(2)

    await remove.click()
    await modal.getByRole('button', { name: 'Delete' }).dblclick()
    await expect(page.getByText('Order deleted')).toHaveCount(1)
    await expect(rowOf(page, gone.name)).toBeHidden()
    await expect(rowOf(page, kept.name)).toBeFocused()
    expect(await ordersOf(shop, buyer)).toHaveLength(1)
    expect((await shop.call('GET', `/api/product/${gone._id}`)).json.quantity).toBe(1_000)
  },
)

test('a delete that did not arrive keeps the order and its list @proof', async ({ page, order, watch }) => {
  watch.allow(/ERR_FAILED/)
  await page.goto('/dashboard/order')
  await page.route('**/api/bookings/*', (route) => route.abort())
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert').getByText('The shop cannot be reached')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(rowOf(page, order.product).getByRole('button', { name: /^Delete/ })).toBeFocused()
})

test('admins see everybody’s orders, Unpaid as a word, and may delete those; others are told @proof', async ({
  page,
  shop,
  signInAs,
  elsewhere,
  watch,
}) => {
  watch.allow(/status of 403/)
  const product = await addProduct(shop)
  const buyer = await shop.signUp('Orla Buyer')
  const order = await placeOrder(shop, buyer, product, 150)
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/myOrder')
  const row = rowOf(page, product.name)
  const shown = [
    'Orla Buyer',
    buyer.email,
    DELIVERY.phone,
    DELIVERY.address,
    '150',
    formatDollars(order.price),
  ]
  for (const text of shown) await expect(row).toContainText(text)
  await expect(row.getByText(texts.booking.unpaid, { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: texts.booking.pending })).toHaveCount(0)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
  expect(await ordersOf(shop, buyer)).toEqual([])

  const customer = await elsewhere(buyer)
  await customer.goto('/dashboard/myOrder')
  await expect(customer.getByText('Admins only.')).toBeVisible()
})

test('own orders that do not load: the error in a toast, and Retry @proof', async ({
  context,
  page,
  order,
  watch,
}) => {
  watch.allow(/status of 500|ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await page.route('**/api/myitem?*', refuseWith(500, 'Something went wrong'))
  await page.goto('/dashboard/order')
  await expect(page.getByRole('alert').getByText('Something went wrong')).toHaveCount(2)
  await page.unroute('**/api/myitem?*')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert').getByText('The shop cannot be reached')).toHaveCount(2)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rowOf(page, order.product)).toBeVisible()
})

for (const status of [401, 403])
  test(`own orders answered with ${status}: signed out and sent to the login page @proof`, async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    watch.allow(new RegExp(`status of ${status}`))
    await signInAs(await shop.signUp())
    await page.route('**/api/myitem?*', refuseWith(status, 'You may not see this'))
    await page.goto('/dashboard/order')
    await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Forder$/)
    await expect(page.getByRole('alert').getByText('You may not see this')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
  })

test('an admin looks at the payment of a customer’s order and is told who can pay it @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  const { _id, product } = await placeNewOrder(shop, await shop.signUp())
  await signInAs(await shop.signInAdmin())
  await page.goto(`/dashboard/payment/${_id}`)
  await expect(page.getByText('Only the customer who placed this order can pay for it.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(product)
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
})
