import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, ONLY_SCREENS, refuseWith, test } from './fixtures.ts'
import { addProduct, ordersOf } from './orders.ts'
import { askForQuote, makeOffer, quoteRow } from './quotes.ts'

test('the SKU stands at a quote for its customer, and for an admin who makes an offer', async ({
  page,
  shop,
  buyer,
  elsewhere,
}) => {
  const product = await addProduct(shop, { sku: 'BENCH-VICE-5' })
  const { _id, number } = await askForQuote(shop, buyer, product)
  await page.goto('/dashboard/order')
  await expect(quoteRow(page, number)).toContainText('SKU BENCH-VICE-5')
  await page.goto(`/dashboard/quote/${_id}`)
  await expect(page.getByText('SKU BENCH-VICE-5')).toBeVisible()
  const admin = await elsewhere(await shop.signInAdmin())
  await admin.goto(`/dashboard/myOrder?view=quotes&q=${number}`)
  await expect(quoteRow(admin, number)).toContainText('SKU BENCH-VICE-5')
  await quoteRow(admin, number).getByRole('button', { name: 'Make an offer' }).click()
  await expect(admin.getByRole('dialog')).toContainText('SKU BENCH-VICE-5')
})

test(
  'every state of a quote says what it means, and leads on',
  ONLY_SCREENS,
  async ({ page, shop, buyer, watch }) => {
    watch.allow(/404 \(Not Found\)/)
    const product = await addProduct(shop, { quantity: 5_000 })
    const admin = await shop.signInAdmin()
    const open = async (id: string) => {
      await page.goto(`/dashboard/quote/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    const confirm = async (label: string) => {
      await page.getByRole('button', { name: label }).click()
      await page.getByRole('dialog').getByRole('button', { name: label }).click()
    }
    const again = page.getByRole('link', { name: 'Ask again' })

    const asked = await askForQuote(shop, buyer, product)
    await open(asked._id)
    await expect(page.getByText('We have your request.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]')).toHaveText(
      texts.dashboard.myOrder,
    )
    await expectAccessible(page)
    await confirm('Withdraw')
    await expect(page.getByText('This quote was withdrawn.')).toBeVisible()
    await expect(again).toBeVisible()

    const declined = await makeOffer(shop, await askForQuote(shop, buyer, product))
    await open(declined._id)
    await confirm('Decline')
    await expect(page.getByText('You declined this offer.')).toBeVisible()
    await expectAccessible(page)
    expect((await shop.call('GET', `/api/product/${product._id}`)).json.quantity).toBe(5_000)
    await again.click()
    const form = page.getByRole('dialog', { name: 'Ask for a quote' })
    await expect(form.getByLabel('Quantity')).toHaveValue('600')

    const exact = await makeOffer(shop, await askForQuote(shop, buyer, product), {
      steps: [{ orders: 500, price: 9.99 }],
      hold: false,
    })
    await open(exact._id)
    const prices = page.getByRole('row').filter({ hasText: '$9.99' })
    await expect(prices).toContainText('list price $12.35')
    await expect(prices).toContainText('saves $1,180.00')
    await expect(page.getByLabel('Quantity')).toHaveValue('500')
    await expect(page.getByLabel('Quantity')).not.toBeEditable()
    await expect(page.getByText('are set aside')).toHaveCount(0)
    await shop.call('DELETE', `/api/quotes/${exact._id}`, { token: admin.token })
    await page.getByLabel('Phone').fill('555 0100')
    await page.getByLabel('Address').fill('1 Sample Street')
    watch.allow(/409 \(Conflict\)/)
    await page.getByRole('button', { name: 'Accept the offer' }).click()
    await expect(page.getByRole('main').getByText('This quote was withdrawn.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept the offer' })).toHaveCount(0)
    expect(await ordersOf(shop, buyer)).toEqual([])

    await open('00000000-0000-7000-8000-000000000000')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quote not found')
    await page.getByRole('main').getByRole('link', { name: texts.dashboard.myOrder }).last().click()
    await expect(quoteRow(page, declined.number)).toContainText('Declined')
  },
)

test('an offer beyond the stock says so at the checkbox that sets units aside @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/409 \(Conflict\)/)
  const quote = await askForQuote(shop, await shop.signUp(), await addProduct(shop, { quantity: 700 }))
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/myOrder?view=quotes')
  await quoteRow(page, quote.number).getByRole('button', { name: 'Make an offer' }).click()
  const form = page.getByRole('dialog').locator('form')
  await form.getByLabel('Quantity', { exact: true }).fill('900')
  await form.getByLabel('Unit price').fill('9')
  const aside = form.getByLabel('Set the largest quantity aside until then')
  await aside.check()
  await form.getByRole('button', { name: 'Send the offer' }).click()
  await expect(aside).toHaveAttribute('aria-invalid', 'true')
  await expect(aside).toHaveAccessibleDescription(/700/)
})

test('an offer that changes while it is being accepted shows its new price and keeps what was typed @proof', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/409 \(Conflict\)|400 \(Bad Request\)/)
  const quote = await askForQuote(shop, buyer, await addProduct(shop, { quantity: 5_000 }))
  await makeOffer(shop, quote, { steps: [{ orders: 600, price: 9 }] })
  await page.goto(`/dashboard/quote/${quote._id}`)
  await page.getByLabel('Phone').fill('555 0100')
  await page.getByLabel('Address').fill('1 Sample Street')
  const accept = page.getByRole('button', { name: 'Accept the offer' })
  await makeOffer(shop, quote, { steps: [{ orders: 600, price: 8.5 }] })
  await accept.click()
  await expect(page.getByText('The offer has changed. See its new price').first()).toBeVisible()
  await expect(page.getByText('600 × $8.50')).toBeVisible()
  await makeOffer(shop, quote, { steps: [{ orders: 700, price: 8 }] })
  await accept.click()
  await expect(page.getByText('700 × $8.00')).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('700')
  await expect(page.getByLabel('Address')).toHaveValue('1 Sample Street')
  await accept.click()
  await expect.poll(async () => (await ordersOf(shop, buyer)).length).toBe(1)
  expect((await ordersOf(shop, buyer))[0]).toMatchObject({ orders: 700, price: 5_600, phone: '555 0100' })
})

test('a purchase order number that is cleared when accepting is gone @proof @firefox', async ({
  page,
  shop,
  buyer,
}) => {
  const quote = await makeOffer(
    shop,
    await askForQuote(shop, buyer, await addProduct(shop, { quantity: 5_000 })),
  )
  await page.goto(`/dashboard/quote/${quote._id}`)
  await expect(page.getByLabel('Purchase order')).toHaveValue('PO 4711')
  await page.getByLabel('Purchase order').fill('')
  await page.getByLabel('Phone').fill('555 0100')
  await page.getByLabel('Address').fill('1 Sample Street')
  await page.getByRole('button', { name: 'Accept the offer' }).click()
  await expect.poll(async () => (await ordersOf(shop, buyer)).length).toBe(1)
  expect((await ordersOf(shop, buyer))[0]).not.toHaveProperty('purchaseOrder')
})

test(
  'an admin finds quotes by search and state, offers again and withdraws @firefox',
  ONLY_SCREENS,
  async ({ page, shop, signInAs }) => {
    const product = await addProduct(shop, { quantity: 5_000 })
    const buyer = await shop.signUp()
    const [first, second] = [await askForQuote(shop, buyer, product), await askForQuote(shop, buyer, product)]
    await makeOffer(shop, second)
    await signInAs(await shop.signInAdmin())
    await page.goto('/dashboard/myOrder')
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Quotes' }).click()
    await page.getByRole('searchbox', { name: 'Search these quotes' }).fill(product.name)
    const summary = page.getByRole('status').filter({ hasText: /quotes?\b/ })
    await expect(summary).toHaveText(`2 quotes for “${product.name.toLowerCase()}”, newest first`)
    await expectAccessible(page)
    const which = page.getByRole('navigation', { name: 'Filter quotes' })
    await which.getByRole('link', { name: 'Offered' }).click()
    await expect(summary).toHaveText(`1 offered quote for “${product.name.toLowerCase()}”`)
    await expect(quoteRow(page, second.number)).toContainText('800 at $10.49')
    await expect(quoteRow(page, second.number)).toContainText('800 set aside')

    await quoteRow(page, second.number).getByRole('button', { name: 'Edit the offer' }).click()
    const offer = page.getByRole('dialog', { name: `Edit the offer: ${second.number}` })
    await offer.getByLabel('From quantity').last().fill('600')
    await offer.getByRole('button', { name: 'Send the offer' }).click()
    await expect(offer.getByText('Enter more than the quantity above')).toBeVisible()
    await expect(offer.getByLabel('From quantity').last()).toBeFocused()
    await offer.getByRole('button', { name: 'Remove price 2' }).click()
    await expect(offer.getByLabel('Quantity', { exact: true })).toHaveValue('600')
    await offer.getByLabel('Set the largest quantity aside until then').uncheck()
    await offer.getByRole('button', { name: 'Send the offer' }).click()
    await expect(quoteRow(page, second.number)).not.toContainText('set aside')
    expect((await shop.call('GET', `/api/product/${product._id}`)).json.quantity).toBe(5_000)

    await quoteRow(page, second.number).getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('No quotes match.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all quotes' }).click()
    await expect(quoteRow(page, second.number)).toContainText('Withdrawn')
    await expect(quoteRow(page, first.number)).toContainText('Requested')

    await quoteRow(page, first.number).getByRole('link', { name: first.number }).click()
    await expect(page.getByText('The customer is waiting for your offer.')).toBeVisible()
  },
)

test('a document that does not load is said in a toast, and can be fetched again @proof', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/status of 500/)
  const quote = await makeOffer(shop, await askForQuote(shop, buyer, await addProduct(shop)))
  await page.goto(`/dashboard/quote/${quote._id}`)
  await page.route('**/offer.pdf', refuseWith(500, 'Something went wrong'))
  const button = page.getByRole('button', { name: 'Offer (PDF)' })
  await button.click()
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await page.unroute('**/offer.pdf')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe(`offer-${quote.number}.pdf`)
})
