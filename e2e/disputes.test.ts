import { expectAccessible } from './axe.ts'
import { expect, SCREENS, test } from './fixtures.ts'
import { payOrder, placeNewOrder, rowOf } from './orders.ts'

test(
  'a disputed payment is found from the overview, and shipping asks first',
  SCREENS,
  async ({ page, shop, signInAs, elsewhere, watch }) => {
    watch.allow(/409 \(Conflict\)/)
    const buyer = await shop.signUp()
    const order = await payOrder(shop, buyer, await placeNewOrder(shop, buyer))
    const admin = await shop.signInAdmin()
    await signInAs(admin)
    await page.goto(`/dashboard/myOrder?q=${order.number}`)
    const row = rowOf(page, order.product)
    await row.getByRole('button', { name: 'Record shipment' }).click()
    await shop.turnSwitches({ openDispute: { intent: order.transictionId } })
    await expect
      .poll(async () => (await shop.call('GET', `/api/booking/${order._id}`, admin)).json.disputed)
      .toMatchObject({ state: 'open' })

    // The form was opened before: it is refused, and asks.
    const modal = page.getByRole('dialog', { name: 'Record a shipment' })
    await modal.getByLabel('Carrier').fill('Example Freight')
    await modal.getByLabel('Tracking number').fill('EF 0042')
    await modal.getByRole('button', { name: 'Record', exact: true }).click()
    const insist = modal.getByRole('button', { name: 'Record despite the dispute' })
    await expect(insist).toBeVisible()
    await expect(modal).toContainText('The customer has disputed this payment')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.goto('/dashboard')
    await page
      .getByRole('region', { name: 'Open tasks' })
      .getByRole('link', { name: /^Disputes/ })
      .click()
    await expect(row.getByText('Disputed', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: `Details of order #${order.number}` }).click()
    await expect(page.getByRole('dialog')).toContainText('product not received')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Record shipment' }).click()
    await modal.getByLabel('Carrier').fill('Example Freight')
    await modal.getByLabel('Tracking number').fill('EF 0042')
    await insist.click()
    await expect(row).toContainText('EF 0042')

    const customer = await elsewhere(buyer)
    await customer.goto('/dashboard/order')
    await expect(rowOf(customer, order.product)).toContainText('EF 0042')
    await expect(customer.getByText(/disput/i)).toHaveCount(0)
  },
)
