import { texts } from '../contract/fixed-texts.ts'
import {
  CARDS,
  cardFrame,
  challengeFrame,
  completed,
  noSuchOrder,
  openPayment,
  payButton,
  payBy,
} from './card.ts'
import { expect } from './fixtures.ts'
import { addProduct, expectPaidOnce, fillOrder, ordersOf, placeNewOrder, rowOf, test } from './orders.ts'

test('order, pay, and both the customer and the admin see what is paid', async ({
  page,
  shop,
  signInAs,
  elsewhere,
}) => {
  const product = await addProduct(shop)
  const buyer = await shop.signUp('Orla Buyer')
  await signInAs(buyer)
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 101)
  await page.getByRole('button', { name: texts.booking.purchase }).click()
  await rowOf(page, product.name).getByRole('link', { name: texts.booking.payment, exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: texts.booking.payment })).toBeFocused()
  for (const text of ['Orla Buyer', product.name, '101 units', '$1,247.35'])
    await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible()
  for (const number of Object.values(CARDS))
    await expect(page.getByText(number.replace(/\d{4}(?=\d)/g, '$& '))).toBeVisible()
  const reported = page.waitForRequest((request) => request.method() === 'PATCH')
  await payBy(page, CARDS.pays)
  await expect(completed(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ has: completed(page) })).toBeFocused()
  const transictionId = await expectPaidOnce(shop, buyer)
  await expect(page.getByText(transictionId)).toBeVisible()
  const [order] = await ordersOf(shop, buyer)
  expect((await reported).postDataJSON()).toEqual({ payment: order?._id, transictionId })

  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order #${order?.number}` })).toBeFocused()
  await expect(page.getByRole('main').getByText(transictionId)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.dashboard.myOrder }).last().click()
  const own = rowOf(page, product.name)
  await expect(own.getByText(texts.booking.processing, { exact: true })).toBeVisible()
  await expect(own.getByText(transictionId)).toBeVisible()
  await expect(own.getByRole('link', { name: texts.booking.payment })).toHaveCount(0)
  await expect(own.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  const admin = await elsewhere(await shop.signInAdmin())
  await admin.goto('/dashboard/myOrder')
  const row = rowOf(admin, product.name)
  const pending = row.getByRole('button', { name: texts.booking.pending, exact: true })
  const actions = row.getByRole('cell').last().getByRole('button')
  await expect(actions).toHaveText(['Record shipment', texts.booking.pending])
  await expect(row.getByText(texts.booking.unpaid)).toHaveCount(0)
  const asked: string[] = []
  admin.on('request', (request) => asked.push(request.url()))
  const before = await row.innerText()
  await pending.click()
  await expect(admin.getByRole('status').getByText(texts.booking.shipped, { exact: true })).toBeVisible()
  expect(await row.innerText()).toBe(before)
  expect(asked).toEqual([])
})

test('a refused card is told in red, and another one pays the same order @firefox', async ({
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/status of 402/)
  await openPayment(page, order)
  const red = await page.evaluate(() => {
    const probe = document.createElement('p')
    probe.style.color = 'var(--color-error)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  for (const [number, sentence] of [
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.insufficientFunds, 'Your card has insufficient funds.'],
  ] as const) {
    await payBy(page, number)
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
    await expect(page.getByText(sentence)).toHaveCSS('color', red)
    await expect(payButton(page)).toBeFocused()
  }
  expect(await ordersOf(shop, buyer)).toMatchObject([{ paid: false }])
  await payBy(page, CARDS.pays)
  await expect(completed(page)).toBeVisible()
  await expectPaidOnce(shop, buyer)
})

test('the bank asks: a failed authentication charges nothing, a passed one pays @firefox', async ({
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/status of 402/)
  await openPayment(page, order)
  await payBy(page, CARDS.asksForAuthentication)
  await challengeFrame(page).locator('#test-source-fail-3ds').click()
  await expect(page.getByRole('alert').getByText(/unable to authenticate/i)).toBeVisible()
  expect(await ordersOf(shop, buyer)).toMatchObject([{ paid: false }])
  expect(await shop.charges(order)).toEqual([])
  await payButton(page).click()
  await challengeFrame(page).locator('#test-source-authorize-3ds').click()
  await expect(completed(page)).toBeVisible()
  await expectPaidOnce(shop, buyer)
})

test('a card that is filled in halfway is told so, and nothing is sent @proof', async ({ page, order }) => {
  await openPayment(page, order)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url())
  })
  await cardFrame(page).locator('[name="cardnumber"]').fill('4242 4242')
  await payButton(page).click()
  await expect(page.getByRole('alert').getByText('Your card number is incomplete.')).toBeVisible()
  await cardFrame(page).locator('[name="cardnumber"]').fill(CARDS.pays)
  await expect(page.getByText('Your card number is incomplete.')).toBeHidden()
  await payButton(page).click()
  await expect(page.getByRole('alert').getByText(/expiration date is incomplete/)).toBeVisible()
  expect(asked).toEqual([])
})

test('a reload after the payment was begun goes on with the same payment @proof', async ({
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/status of 402/)
  await openPayment(page, order)
  const begun = () => page.waitForResponse('**/api/create-payment-intent').then((answer) => answer.json())
  const first = begun()
  await payBy(page, CARDS.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  const payment = await first
  await page.reload()
  const second = begun()
  await payBy(page, CARDS.pays)
  await expect(completed(page)).toBeVisible()
  expect(await second).toEqual(payment)
  await expectPaidOnce(shop, buyer)
})

test('a reload while the bank asks: it asks again, and the order is paid once @proof', async ({
  page,
  shop,
  buyer,
  order,
}) => {
  await openPayment(page, order)
  await payBy(page, CARDS.asksForAuthentication)
  await expect(challengeFrame(page).locator('#test-source-authorize-3ds')).toBeVisible()
  await page.reload()
  await payBy(page, CARDS.asksForAuthentication)
  await challengeFrame(page).locator('#test-source-authorize-3ds').click()
  await expect(completed(page)).toBeVisible()
  await expectPaidOnce(shop, buyer)
})

test('charged, but the shop could not be told: one confirms, and the card is not charged again', async ({
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await openPayment(page, order)
  let failed = 0
  page.on('requestfailed', (request) => (failed += Number(request.url().includes('/api/booking/'))))
  await page.route('**/api/booking/*', (route) => route.abort())
  await payBy(page, CARDS.pays)
  await expect(
    page.getByText('Your card was charged, but the shop has not been able to confirm it yet'),
  ).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm the payment' })
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveAttribute('aria-busy', 'false')
  await confirm.press('Enter')
  // Each try is a report and two looks at the order, of which a late one would find it paid by the webhook.
  await expect.poll(() => failed).toBe(6)
  await expect(page.getByRole('alert').getByText('The shop cannot be reached')).toBeVisible()
  await expect(confirm).toHaveAttribute('aria-busy', 'false')
  await page.unroute('**/api/booking/*')
  await confirm.press('Enter')
  await expect(completed(page)).toBeVisible()
  await expectPaidOnce(shop, buyer)
})

test('charged, and the page is gone before the shop was told: it is paid all the same @proof', async ({
  page,
  shop,
  buyer,
  order,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await openPayment(page, order)
  await page.route('**/api/booking/*', (route) => route.abort())
  await payBy(page, CARDS.pays)
  await expect(page.getByRole('button', { name: 'Confirm the payment' })).toBeVisible()
  await page.unroute('**/api/booking/*')
  await expect.poll(() => ordersOf(shop, buyer)).toMatchObject([{ paid: true }])
  await page.reload()
  await expect(completed(page)).toBeVisible()
  await expect(cardFrame(page).locator('body')).toHaveCount(0)
  await expectPaidOnce(shop, buyer)
})

test('an order of somebody else, or none, does not exist here @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 404/)
  const order = await placeNewOrder(shop, await shop.signUp())
  await signInAs(await shop.signUp())
  for (const id of [order._id, crypto.randomUUID(), 'order']) {
    await page.goto(`/dashboard/payment/${id}`)
    await expect(noSuchOrder(page)).toBeVisible()
    await expect(cardFrame(page).locator('body')).toHaveCount(0)
  }
})
