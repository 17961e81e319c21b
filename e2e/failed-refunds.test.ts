import { expectAccessible } from './axe.ts'
import { expect, ONLY_SCREENS, SIZES, test } from './fixtures.ts'
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
