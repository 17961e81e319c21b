import type { Page } from 'playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, ON_EACH_SIZE } from './fixtures.ts'
import { mailTo } from './mailbox.ts'
import { horizontalScroll, rowOf, test } from './orders.ts'

test('who downloads the pro forma invoice of an order has chosen to pay it by bank transfer', async ({
  page,
  order,
  shop,
  elsewhere,
}) => {
  const admin = await elsewhere(await shop.signInAdmin())
  for (const [whose, note] of [
    [admin, 0],
    [page, 1],
  ] as const) {
    await whose.goto(`/dashboard/order/${order._id}`)
    const [file] = await Promise.all([
      whose.waitForEvent('download'),
      whose.getByRole('button', { name: 'Pro forma invoice (PDF)' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`pro-forma-${order.number}.pdf`)
    await admin.goto(`/dashboard/myOrder?q=${order.number}`)
    await expect(rowOf(admin, order.product)).toBeVisible()
    await expect(admin.getByText('Customer pays by bank transfer')).toHaveCount(note)
  }
})

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

for (const { size, viewport, details } of ON_EACH_SIZE)
  test(
    `on a ${size}: what a bank asks for is copied from the payment page, and the owner hears of the transfer`,
    details,
    async ({ page, context, shop, order, elsewhere, watch }) => {
      // What axe itself tries inside the card form's frame, whose policy forbids it.
      watch.allow(/Applying inline style violates|Couldn't load preload assets/)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize(viewport)
      await page.goto(`/dashboard/payment/${order._id}`)
      const transfer = page.getByRole('region', { name: 'Or pay by bank transfer' })
      await expect(transfer).toContainText('Example Bank')
      for (const [shown, text] of [
        ['Example Tools Ltd.', 'Example Tools Ltd.'],
        ['XX00 0000 0000 0000 0000 00', 'XX00 0000 0000 0000 0000 00'],
        [`Order ${order.number}`, `Order ${order.number}`],
        ['$1,247.35', '1247.35'],
      ] as const) {
        await transfer.getByRole('button', { name: `Copy ${shown}`, exact: true }).click()
        await expect.poll(() => copied(page)).toBe(text)
        const toasts = page.getByText('Copied', { exact: true })
        await expect(toasts.first()).toBeVisible()
        expect(await toasts.count()).toBe(1)
      }
      expect(await horizontalScroll(page)).toBe(0)
      await transfer.getByRole('button', { name: 'I’ll pay by bank transfer' }).click()
      await expect(transfer.getByRole('status')).toContainText('We are expecting your transfer.')
      await expectAccessible(page)
      await page.reload()
      await expect(transfer.getByRole('status')).toContainText('We are expecting your transfer.')
      await expect(transfer.getByRole('button', { name: 'I’ll pay' })).toHaveCount(0)

      await page.goto('/dashboard/order')
      await expect(rowOf(page, order.product)).toContainText('Waiting for your bank transfer')
      await page.goto(`/dashboard/order/${order._id}`)
      await expect(page.getByText('Waiting for a bank transfer')).toBeVisible()

      const told = await mailTo(
        shop,
        shop.admin.email,
        new RegExp(`^To be paid by bank transfer: .*${order.product}`),
      )
      expect(told.text).toContain(`“Order ${order.number}”`)
      const admin = await elsewhere(await shop.signInAdmin(), { viewport })
      await admin.goto(`/dashboard/myOrder?q=${order.number}`)
      await expect(rowOf(admin, order.product)).toContainText('Customer pays by bank transfer')
    },
  )
