import { texts } from '../contract/fixed-texts.ts'
import { CARDS, completed, fillCard, noSuchOrder, openPayment, payButton, payBy } from './card.ts'
import { expect, ONLY_SCREENS } from './fixtures.ts'
import { expectNothingCharged, expectPaidOnce, rowOf, test } from './orders.ts'

test(
  'in two tabs: the second one is told that it is paid',
  ONLY_SCREENS,
  async ({ context, page, shop, buyer, order, watch }) => {
    watch.allow(/status of 409/)
    const second = await context.newPage()
    for (const tab of [page, second]) {
      await openPayment(tab, order)
      await fillCard(tab, CARDS.pays)
    }
    await payButton(page).click()
    await expect(completed(page)).toBeVisible()
    const transictionId = await expectPaidOnce(shop, buyer)
    await payButton(second).click()
    await expect(completed(second)).toBeVisible()
    await expect(second.getByText(transictionId)).toBeVisible()
    expect(await expectPaidOnce(shop, buyer)).toBe(transictionId)
  },
)

test('in two tabs at the same moment: one charge, and both tell of it', async ({
  context,
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/status of (400|409)/)
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await openPayment(tab, order)
    await fillCard(tab, CARDS.pays)
  }
  await Promise.all(tabs.map((tab) => payButton(tab).click()))
  for (const tab of tabs) await expect(completed(tab)).toBeVisible()
  const transictionId = await expectPaidOnce(shop, buyer)
  for (const tab of tabs) await expect(tab.getByText(transictionId)).toBeVisible()
})

test(
  'deleted in one tab, then paid in the other: nothing is charged, and both know',
  ONLY_SCREENS,
  async ({ context, page, shop, buyer, order, watch }) => {
    watch.allow(/status of (402|404)/)
    await openPayment(page, order)
    await payBy(page, CARDS.declined)
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    const list = await context.newPage()
    await list.goto('/dashboard/order')
    await list.getByRole('button', { name: /^Delete/ }).click()
    await list.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(list.getByText('Order deleted')).toBeVisible()
    await payBy(page, CARDS.pays)
    await expect(noSuchOrder(page)).toBeVisible()
    await expectNothingCharged(shop, buyer, order)
  },
)

test('deleted while the card is being charged: nothing is charged, and the page says why @proof', async ({
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/status of (400|404)/)
  await openPayment(page, order)
  await page.route('**/sandbox/stripe/v1/payment_intents/*/confirm', async (route) => {
    await shop.call('DELETE', `/api/bookings/${order._id}`, { token: buyer.token })
    await route.continue()
  })
  await payBy(page, CARDS.pays)
  await expect(noSuchOrder(page)).toBeVisible()
  await expectNothingCharged(shop, buyer, order)
})

test(
  'paid in one tab, then deleted in the other: it stays, and both know',
  ONLY_SCREENS,
  async ({ context, page, shop, buyer, order, watch }) => {
    watch.allow(/status of 409/)
    const list = await context.newPage()
    await list.goto('/dashboard/order')
    await list.getByRole('button', { name: /^Delete/ }).click()
    await openPayment(page, order)
    await payBy(page, CARDS.pays)
    await expect(completed(page)).toBeVisible()
    await list.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(list.getByRole('alert').getByText('A paid order cannot be deleted')).toBeVisible()
    await expect(rowOf(list, order.product).getByText(texts.booking.processing)).toBeVisible()
    await expectPaidOnce(shop, buyer)
  },
)

test('deleted and paid at the same moment: one outcome, and both tabs tell it @proof', async ({
  context,
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/status of (400|404|409)/)
  await openPayment(page, order)
  await fillCard(page, CARDS.pays)
  const list = await context.newPage()
  await list.goto('/dashboard/order')
  await list.getByRole('button', { name: /^Delete/ }).click()
  await Promise.all([
    payButton(page).click(),
    list.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(),
  ])
  await expect(list.getByRole('dialog')).toBeHidden()
  await expect(completed(page).or(noSuchOrder(page))).toBeVisible()
  if (await completed(page).isVisible()) {
    await expectPaidOnce(shop, buyer)
    await expect(rowOf(list, order.product).getByText(texts.booking.processing)).toBeVisible()
  } else {
    await expectNothingCharged(shop, buyer, order)
    await expect(list.getByText('Order deleted')).toBeVisible()
    await expect(rowOf(list, order.product)).toBeHidden()
  }
})

test(
  'withdrawn a moment before the order is gone: the page looks again by itself',
  ONLY_SCREENS,
  async ({ context, page, order, watch }) => {
    watch.allow(/status of 404/)
    await openPayment(page, order)
    await fillCard(page, CARDS.pays)
    const list = await context.newPage()
    await list.goto('/dashboard/order')
    await list.getByRole('button', { name: /^Delete/ }).click()
    await list.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(list.getByText('Order deleted')).toBeVisible()
    await page.route(`**/api/booking/${order._id}`, (route) => route.fulfill({ json: order }), { times: 1 })
    await payButton(page).click()
    await expect(noSuchOrder(page)).toBeVisible()
  },
)
