import type { Locator } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { formatDollars } from '../contract/formats/money.ts'
import { expect, hold, loseAnswer, refuseWith, SIZES, test } from './fixtures.ts'
import { addProduct, DELIVERY, fillOrder, horizontalScroll, ordersOf, placeOrder, rowOf } from './orders.ts'

const purchase = { name: texts.booking.purchase, exact: true }
const CANNOT = 'This product cannot be ordered at the moment: not enough in stock'

test('an order is placed: the total is live, the server’s yes brings the toast and My Order', async ({
  page,
  shop,
  signInAs,
}) => {
  const product = await addProduct(shop)
  const buyer = await shop.signUp('Orla Buyer')
  await signInAs(buyer)
  await page.goto(`/product/${product._id}`)
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Orla Buyer')
  await expect(page.getByLabel('Name')).not.toBeEditable()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByPlaceholder(texts.booking.quantityPlaceholder, { exact: true })).toBeVisible()

  await fillOrder(page, 101)
  await expect(page.getByText(formatDollars(1_247.35), { exact: true })).toBeVisible()
  const release = await hold(page, '**/api/bookings')
  const asked = page.waitForRequest('**/api/bookings')
  await page.getByRole('button', purchase).dblclick()
  const request = await asked
  expect(request.postDataJSON()).toEqual({
    orderId: product._id,
    product: product.name,
    orders: 101,
    email: buyer.email,
    name: 'Orla Buyer',
    price: 1_247.35,
    ...DELIVERY,
  })
  await expect(page.getByRole('button', purchase)).toHaveAttribute('aria-busy', 'true')
  expect(page.url()).toContain('/product/')
  await expect(page.getByText(texts.booking.placed(product.name))).toBeHidden()
  release()

  await expect(page.getByText(texts.booking.placed(product.name))).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/order$/)
  await expect(page.getByRole('heading', { level: 1, name: texts.dashboard.myOrder })).toBeFocused()
  const row = rowOf(page, product.name)
  await expect(row.getByText(formatDollars(1_247.35))).toBeVisible()
  await expect(row.getByRole('link', { name: texts.booking.payment, exact: true })).toBeVisible()
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

test('an order that is placed while the shop is upgraded still arrives at My Order', async ({
  page,
  shop,
  buyer,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 404/)
  const product = await addProduct(shop)
  await signInAs(buyer)
  const prefetched = page.waitForResponse(/\/assets\/my-orders-[^/]+\.js$/)
  await page.goto(`/product/${product._id}`)
  await (await prefetched).finished()
  await fillOrder(page, 150)
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', purchase).click()
  await expect(page).toHaveURL(/\/dashboard\/order$/)
  await expect(page.getByText(texts.booking.placed(product.name))).toBeVisible()
  await expect(rowOf(page, product.name)).toBeVisible()
})

test('Purchase is disabled unless the quantity is whole, at least the minimum and below what is there', async ({
  page,
  shop,
  signInAs,
}) => {
  const product = await addProduct(shop, { quantity: 500 })
  const strict = await addProduct(shop, { quantity: 500, minimum: 250 })
  await signInAs(await shop.signUp())
  const few = 'Order at least 100 units'
  const many = 'Only 500 units are available; order fewer'
  const whole = 'Order a whole number of units'
  const cases = [
    [product, '', 'Enter how many units you want', false],
    [product, '99', few, false],
    [product, '-100', few, false],
    [product, '100', null, true],
    [product, ' 100 ', null, true],
    [product, '100.5', whole, false],
    [product, '1e2', whole, false],
    [product, 'a hundred', whole, false],
    [product, '499', null, true],
    [product, '500', many, false],
    [product, '501', many, false],
    [strict, '249', 'Order at least 250 units', false],
    [strict, '250', null, true],
  ] as const
  let open = ''
  for (const [{ _id }, typed, reason, enabled] of cases) {
    if (open !== _id) await page.goto(`/product/${_id}`)
    open = _id
    await page.getByLabel('Quantity').fill(typed)
    const button = page.getByRole('button', purchase)
    await expect(button, typed).toBeEnabled({ enabled })
    await expect(button, typed).toHaveAccessibleDescription(reason ?? '')
    if (reason) await expect(page.getByText(reason, { exact: true }), typed).toBeVisible()
  }
})

test('a total above what a card can pay is refused by the server, not by the button @proof', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/status of 400/)
  const product = await addProduct(shop, { price: 5_000, quantity: 1_000 })
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 200)
  await expect(page.getByRole('button', purchase)).toBeEnabled()
  await page.getByRole('button', purchase).click()
  const quantity = page.getByLabel('Quantity')
  const sentence = 'An order can be at most $999,999.99; order fewer units'
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(quantity).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('$', '\\$')))
  await expect(quantity).toBeFocused()
  await quantity.fill('199')
  await expect(quantity).not.toHaveAttribute('aria-invalid')
  expect(await ordersOf(shop, buyer)).toEqual([])
})

test('usual quantities fill the field, as far as they can be ordered @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  const product = await addProduct(shop, { minimum: 200, quantity: 1_000, price: 12.4 })
  await signInAs(await shop.signUp())
  await page.goto(`/product/${product._id}`)
  const total = page.locator('form').getByText('Total').locator('..')
  await expect(total, 'nothing is free before a quantity is typed').toHaveText('Total–')
  await page.goto(`/product/${product._id}?units=200`)
  const chips = page.getByRole('group', { name: 'Common quantities' }).getByRole('button')
  await expect(chips).toHaveText(['200', '500'])
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true')
  await chips.last().click()
  await expect(page.getByLabel('Quantity')).toHaveValue('500')
  await expect(page.getByText('500 × $12.40 = $6,200.00')).toBeVisible()
  await expect(total).toHaveText('Total$6,200.00')
  await expect(chips.last()).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', purchase)).toBeEnabled()
})

test('what cannot be ordered says why above the form, and what else there is @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  const category = `Squares ${Date.now()}`
  const rest = await addProduct(shop, { category, quantity: 100 })
  const alone = await addProduct(shop, { category: `${category} alone`, quantity: 0 })
  await addProduct(shop, { category, quantity: 0 })
  const other = await addProduct(shop, { category })
  await signInAs(await shop.signUp())
  await page.goto(`/product/${rest._id}`)
  await expect(page.getByText('Only 100 left')).toBeVisible()
  await expect(page.getByText(CANNOT)).toBeVisible()
  await page.getByLabel('Quantity').fill('100')
  await expect(page.getByRole('button', purchase)).toBeDisabled()
  await expect(page.getByRole('button', purchase)).toHaveAccessibleDescription(CANNOT)

  const others = page.getByRole('region', { name: `In stock in ${category}` })
  await expect(others.getByRole('listitem')).toHaveCount(1)
  await others.getByRole('link', { name: other.name }).click()
  await expect(page).toHaveURL(`/product/${other._id}`)
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeFocused()
  await page.goto(`/product/${alone._id}`)
  await expect(page.getByText('Sold out')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See all products in stock' })).toBeVisible()
})

test('what does not exist says so; what did not load can be loaded again @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of (404|409|500)/)
  await signInAs(await shop.signUp())
  for (const id of [crypto.randomUUID(), 'hammer']) {
    await page.goto(`/product/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
    await expect(page).toHaveTitle(/Product not found/)
  }
  const product = await addProduct(shop)
  await page.route('**/api/product/*', refuseWith(500, 'Something went wrong'), { times: 1 })
  await page.goto(`/product/${product._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This product couldn’t be loaded')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)

  // Loading it again fails: everything stays.
  await fillOrder(page, 150)
  await page.route('**/api/bookings', refuseWith(409, 'Only 120 units are available'))
  await page.route('**/api/product/*', refuseWith(500, 'Something went wrong'))
  await page.getByRole('button', purchase).click()
  await expect(page.getByRole('main').getByText('Something went wrong')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.getByLabel('Quantity')).toHaveValue('150')
})

test('the server’s sentence stands at its field, and a fault or a lost answer keeps what was typed', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/status of (400|500)|ERR_FAILED/)
  const product = await addProduct(shop)
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 150)
  await page.getByLabel('Address').fill(' ')
  await page.getByRole('button', purchase).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription('The address is required')
  await expect(page.getByLabel('Address')).toBeFocused()

  await page.getByLabel('Address').fill('Dock 4')
  await page.route('**/api/bookings', refuseWith(500, 'Something went wrong'), { times: 1 })
  await page.getByRole('button', purchase).click()
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Dock 4')
  await expect(page.getByLabel('Quantity')).toHaveValue('150')

  // The order arrives, its answer does not: sending it again is the same order.
  await loseAnswer(page, '**/api/bookings')
  await page.getByRole('button', purchase).click()
  await expect(page.getByRole('alert').getByText('The shop cannot be reached')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Dock 4')
  await page.getByRole('button', purchase).click()
  await expect(page).toHaveURL(/\/dashboard\/order$/)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

test('somebody else was faster: the page learns the new stock and keeps the order form @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 409/)
  const product = await addProduct(shop, { quantity: 500 })
  await signInAs(await shop.signUp())
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 400)
  await placeOrder(shop, await shop.signUp('Faster'), product, 200)
  await page.getByRole('button', purchase).click()
  await expect(page.getByLabel('Quantity')).toHaveAccessibleDescription(/Only 300 units are available/)
  await expect(page.getByLabel('Quantity')).toBeFocused()
  await expect(page.getByText('100 to 299 units')).toBeVisible()
  await expect(page.getByRole('button', purchase)).toBeDisabled()
  await page.getByLabel('Quantity').fill('299')
  await page.getByRole('button', purchase).click()
  await expect(page.getByText(texts.booking.placed(product.name))).toBeVisible()
})

test('under a remote name without https, where browsers have no randomUUID, one can order too @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
  const product = await addProduct(shop)
  await signInAs(await shop.signUp())
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 100)
  await page.getByRole('button', purchase).click()
  await expect(page.getByText(texts.booking.placed(product.name))).toBeVisible()
})

test('on a phone one orders and sees the order without scrolling sideways @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await page.setViewportSize(SIZES.phone)
  const product = await addProduct(shop, { name: `${'Supercalifragilistic'.repeat(4)} ${Date.now()}` })
  await signInAs(await shop.signUp())
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 100)
  expect(await horizontalScroll(page)).toBe(0)
  await page.getByRole('button', purchase).click()
  await expect(rowOf(page, product.name).getByRole('link', { name: texts.booking.payment })).toBeVisible()
  expect(await horizontalScroll(page)).toBe(0)
})

test('on a phone the total and Purchase stay in view while the form is, over nothing that is in use @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await page.setViewportSize(SIZES.phone)
  const product = await addProduct(shop)
  await signInAs(await shop.signUp())
  await page.goto(`/product/${product._id}`)
  const button = page.getByRole('button', purchase)
  const bottomOf = async (place: Locator) => {
    const { y, height } = (await place.boundingBox()) ?? { y: Number.NaN, height: 0 }
    return y + height
  }
  for (const [label, typed] of [
    ['Quantity', '250'],
    ['Phone', DELIVERY.phone],
    ['Address', DELIVERY.address],
  ] as const) {
    const field = page.getByLabel(label)
    await field.focus()
    await page.keyboard.type(typed)
    await expect(button, label).toBeInViewport({ ratio: 1 })
    expect(await bottomOf(field), label).toBeLessThan((await button.boundingBox())?.y ?? 0)
  }
  await expect(page.getByText(formatDollars(3_087.5), { exact: true })).toBeInViewport()
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  expect(await bottomOf(button)).toBeLessThan((await footer.boundingBox())?.y ?? 0)
})
