import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, ON_EACH_SIZE, ONLY_SCREENS, test } from './fixtures.ts'
import { addProduct, horizontalScroll, payOrder, placeNewOrder, placeOrder, rowOf } from './orders.ts'

for (const { size, viewport, details } of ON_EACH_SIZE)
  test(
    `on a ${size}: an admin records a shipment beside Pending, the customer sees it beside Processing`,
    details,
    async ({ page, shop, signInAs, elsewhere }) => {
      const product = await addProduct(shop)
      const buyer = await shop.signUp('Orla Buyer')
      await payOrder(shop, buyer, await placeOrder(shop, buyer, product, 120))
      await page.setViewportSize(viewport)
      await signInAs(await shop.signInAdmin())
      await page.goto('/dashboard/myOrder')
      const row = rowOf(page, product.name)
      const record = row.getByRole('button', { name: 'Record shipment' })
      await record.click()
      const modal = page.getByRole('dialog', { name: 'Record a shipment' })
      await expect(modal).toContainText(`120 × ${product.name}`)
      await expect(modal).toContainText('Orla Buyer')
      await expect(modal.getByLabel('Carrier')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(record).toBeFocused()

      await record.click()
      await modal.getByLabel('Carrier').fill('  Example Freight ')
      await modal.getByLabel('Tracking number').fill('EF 0042')
      // As slow as a hand: the shop answers, and the panel closes, before the second half.
      await modal.getByRole('button', { name: 'Record' }).dblclick({ delay: 50 })
      await expect(page.getByText('Shipment recorded')).toHaveCount(1)
      await expect(modal).toBeHidden()
      const sentOn = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date())
      await expect(row).toContainText(`Shipped ${sentOn} · Example Freight · EF 0042`)
      await expect(row.getByRole('button', { name: 'Edit shipment' })).toBeFocused()

      const before = await row.innerText()
      await row.getByRole('button', { name: texts.booking.pending, exact: true }).click()
      await expect(page.getByRole('status').getByText(texts.booking.shipped, { exact: true })).toBeVisible()
      expect(await row.innerText()).toBe(before)
      expect(await horizontalScroll(page)).toBe(0)

      await row.getByRole('button', { name: 'Edit shipment' }).click()
      const correction = page.getByRole('dialog', { name: 'Edit the shipment' })
      await expect(correction.getByLabel('Carrier')).toHaveValue('Example Freight')
      await correction.getByLabel('Tracking number').fill('EF 0043')
      await correction.getByRole('button', { name: 'Save' }).click()
      await expect(row).toContainText('EF 0043')

      const customer = await elsewhere(buyer, { viewport })
      await customer.goto('/dashboard/order')
      const own = rowOf(customer, product.name)
      await expect(own.getByText(texts.booking.processing, { exact: true })).toBeVisible()
      await expect(own).toContainText(`Shipped ${sentOn} · Example Freight · EF 0043`)
      await expect(own.getByRole('link', { name: texts.booking.payment })).toHaveCount(0)
      await expect(own.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
      expect(await horizontalScroll(customer)).toBe(0)
      await expectAccessible(customer)
      await customer.goto('/dashboard')
      const glance = customer.getByRole('listitem').filter({ hasText: product.name })
      await expect(glance.getByText(texts.booking.processing, { exact: true })).toBeVisible()
      await expect(glance).toContainText('Example Freight · EF 0043')
    },
  )

test('a shipment needs no tracking number', async ({ page, shop, signInAs, elsewhere }) => {
  const product = await addProduct(shop)
  const buyer = await shop.signUp()
  await payOrder(shop, buyer, await placeOrder(shop, buyer, product))
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/myOrder')
  const row = rowOf(page, product.name)
  await row.getByRole('button', { name: 'Record shipment' }).click()
  await page.getByLabel('Carrier').fill('Our own truck')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('Shipment recorded')).toBeVisible()
  const customer = await elsewhere(buyer)
  await customer.goto('/dashboard/order')
  for (const shown of [row, rowOf(customer, product.name)])
    await expect(shown.getByText(/^Shipped .* · Our own truck$/)).toBeVisible()
})

test('an unpaid order cannot be sent @proof', async ({ page, shop, signInAs }) => {
  const { product } = await placeNewOrder(shop, await shop.signUp())
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/myOrder')
  const row = rowOf(page, product)
  await expect(row.getByText(texts.booking.unpaid, { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /shipment/ })).toHaveCount(0)
})

test(
  'what is missing or wrong is said at its field, and nothing typed is lost when the shop is away',
  ONLY_SCREENS,
  async ({ context, page, shop, signInAs, watch }) => {
    watch.allow(/status of 400|ERR_INTERNET_DISCONNECTED/)
    const buyer = await shop.signUp()
    const { product } = await payOrder(shop, buyer, await placeNewOrder(shop, buyer))
    await signInAs(await shop.signInAdmin())
    await page.goto('/dashboard/myOrder')
    await rowOf(page, product).getByRole('button', { name: 'Record shipment' }).click()
    const modal = page.getByRole('dialog').locator('form')
    const record = modal.getByRole('button', { name: 'Record' })
    await record.click()
    await expect(modal.getByText('The carrier is required')).toBeVisible()
    await expect(modal.getByLabel('Carrier')).toBeFocused()
    await modal.getByLabel('Carrier').fill('Example Freight')
    await modal.getByLabel('Tracking number').fill('EF 0044')
    await modal.getByLabel('Shipped on').fill('2999-01-01')
    await record.click()
    await expect(modal.getByText('The shipping date cannot be in the future')).toBeVisible()
    await expectAccessible(page)

    await context.setOffline(true)
    await record.click()
    await expect(modal.getByRole('alert')).toContainText('The shop cannot be reached')
    await context.setOffline(false)
    await expect(modal.getByLabel('Tracking number')).toHaveValue('EF 0044')
    await modal.getByLabel('Shipped on').fill(new Date().toISOString().slice(0, 10))
    await record.click()
    await expect(rowOf(page, product)).toContainText('EF 0044')
  },
)
