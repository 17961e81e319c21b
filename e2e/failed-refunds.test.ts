import { formatDollars } from '#contract/formats/money.ts'
import { expectAccessible } from './axe.ts'
import { expect, loseAnswer, ONLY_SCREENS, refuseWith, SIZES, test } from './fixtures.ts'
import { payOrder, placeNewOrder } from './orders.ts'

test(
  'a refund that the card could not take is recorded as made another way',
  ONLY_SCREENS,
  async ({ page, shop, signInAs, elsewhere }) => {
    const buyer = await shop.signUp()
    const order = await payOrder(shop, buyer, await placeNewOrder(shop, buyer))
    const admin = await shop.signInAdmin()
    await shop.turnSwitches({ failRefunds: 1 })
    const refund = { token: admin.token, body: { reason: 'Damaged' } }
    await shop.call('POST', `/api/booking/${order._id}/refunds`, refund)

    await page.setViewportSize(SIZES.phone)
    await signInAs(admin)
    await page.goto('/dashboard/myOrder')
    const open = page
      .getByRole('table', { name: 'Open refunds' })
      .getByRole('row')
      .filter({ hasText: buyer.email })
    await expect(open).toContainText('Failed: needs attention')
    await expectAccessible(page)
    const otherWay = open.getByRole('button', { name: 'Refunded another way' })
    page.once('dialog', (dialog) => void dialog.dismiss())
    await otherWay.click()
    await expect(open).toContainText('Failed: needs attention')
    page.once('dialog', (dialog) => void dialog.accept())
    await otherWay.click()
    await expect(page.getByText('Refund recorded', { exact: true })).toBeVisible()
    await expect(open).toHaveCount(0)

    const customer = await elsewhere(buyer)
    await customer.goto(`/dashboard/order/${order._id}`)
    await expect(customer.getByText(/Credit note/).first()).toBeVisible()
  },
)

test('a refund whose answer is lost is made once, and the order shows it @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/ERR_FAILED|status of 429/)
  const buyer = await shop.signUp()
  const order = await payOrder(shop, buyer, await placeNewOrder(shop, buyer))
  const admin = await shop.signInAdmin()
  await signInAs(admin)
  await page.goto(`/dashboard/myOrder?q=${order.number}`)
  await page.getByRole('button', { name: `Details of order #${order.number}` }).click()
  const modal = page.getByRole('dialog')
  const refundOnce = async () => {
    await modal.getByRole('button', { name: 'Refund', exact: true }).click()
    await modal.getByLabel('Amount').fill('10')
    await modal.getByLabel('Reason').fill('Damaged')
    await modal.getByRole('button', { name: 'Refund', exact: true }).click()
  }
  const unreachable = modal.getByRole('alert').getByText('The shop cannot be reached').first()
  // The order is loaded anew after the panel was closed only: until then the page knows of no refund.
  await page.route('**/api/bookings?*', (route) => route.abort(), { times: 1 })
  await loseAnswer(page, '**/refunds')
  await refundOnce()
  await expect(unreachable).toBeVisible()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await refundOnce()
  await expect(page.getByText('Refund on its way', { exact: true })).toBeVisible()
  const refunds = async () => (await shop.call('GET', `/api/booking/${order._id}`, admin)).json.refunds
  expect(await refunds()).toMatchObject([{ amount: 10 }])

  // The open panel shows the refund already when it is sent again.
  await page.goto(`/dashboard/myOrder?q=${order.number}`)
  await page.getByRole('button', { name: `Details of order #${order.number}` }).click()
  const left = `${formatDollars(order.price - 20)} of ${formatDollars(order.price)} can be refunded`
  await loseAnswer(page, '**/refunds')
  await refundOnce()
  await expect(modal.getByText(left)).toBeVisible()
  // A refusal that says nothing about the refund.
  await page.route('**/refunds', refuseWith(429, 'Slow down'), { times: 1 })
  await modal.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(modal.getByText('Slow down').first()).toBeVisible()
  await modal.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('Refund on its way', { exact: true })).toBeVisible()
  expect(await refunds()).toMatchObject([{ amount: 10 }, { amount: 10 }])
})
