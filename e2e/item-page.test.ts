import { itemAddress } from '../contract/catalogue/item-address.ts'
import { texts } from '../contract/fixed-texts.ts'
import { findViolations } from './axe.ts'
import { expect, ON_EACH_SIZE, test } from './fixtures.ts'
import { addProduct, DELIVERY, fillOrder, horizontalScroll, placeOrder } from './orders.ts'
import { arrivedAt, logIn } from './sign-in.ts'

const NOTE = 'Phone and address from your last order'

for (const { size, viewport, details } of ON_EACH_SIZE)
  test.describe(`on a ${size}`, details, () => {
    test.use({ viewport })

    test('a visitor reads about a product, wants to order it, logs in and is back at it', async ({
      page,
      shop,
    }) => {
      const product = await addProduct(shop, {
        category: 'Measuring tools',
        sku: `SQ-${Date.now()}`,
        description: 'Steel blade.\nBeech stock.',
        specs: [
          { name: 'Blade', value: '200 mm' },
          { name: 'Stock', value: 'Beech' },
        ],
      })
      const person = await shop.signUp()
      await page.goto(`/item/${product._id}/an-old-name`)
      await expect(page).toHaveURL(itemAddress(product))
      await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
      const way = page.getByRole('navigation', { name: 'Breadcrumb' })
      await expect(way.getByRole('link', { name: 'Measuring tools' })).toBeVisible()
      await expect(page.getByText(`SKU ${product.sku}`)).toBeVisible()
      await expect(page.getByText('Price for 100')).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: '$6,175.00' })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: '200 mm' })).toBeVisible()
      await expect(page.getByText('Steel blade. Beech stock.')).toBeVisible()
      expect(await horizontalScroll(page)).toBe(0)
      expect(await findViolations(page)).toEqual([])

      await page.getByRole('main').getByRole('link', { name: 'Order', exact: true }).click()
      await expect(page).toHaveURL(/\/login/)
      await arrivedAt(page, texts.navigation.login)
      await expect(page.getByText(`Log in to order ${product.name}`)).toBeVisible()
      await expect(page.getByText('$12.35 / unit')).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await logIn(page, person)
      await expect(page).toHaveURL(`/product/${product._id}`)
      await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
    })
  })

test('on paper a product is one page without navigation, with the shop’s name @proof', async ({
  page,
  shop,
}) => {
  const { json } = await shop.call('GET', '/api/products?category=hand-tools&limit=1')
  await page.goto(itemAddress(json[0]))
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(1)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText(`${shop.origin}/item/${json[0]._id}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Specifications' })).toBeVisible()
})

test('the category of a product leads to the others in it @proof', async ({ page, shop }) => {
  const product = await addProduct(shop, { category: `Squares ${Date.now()}` })
  await page.goto(itemAddress(product))
  await page.getByRole('link', { name: product.category }).click()
  await expect(page).toHaveURL(/\/catalogue\?category=squares-\d+$/)
  await expect(page.getByRole('heading', { level: 3, name: product.name })).toBeVisible()
})

test('an order is filled in with where the last one went, and can be sent elsewhere @proof', async ({
  page,
  shop,
  buyer,
}) => {
  const [first, second] = [await addProduct(shop), await addProduct(shop)]
  const [phone, address] = [page.getByLabel('Phone'), page.getByLabel('Address')]
  await page.goto(`/product/${first._id}`)
  await expect(phone).toHaveValue('')
  await expect(page.getByText(NOTE)).toBeHidden()
  await fillOrder(page, 100)
  await page.getByRole('button', { name: texts.booking.purchase, exact: true }).click()
  await expect(page.getByText(texts.booking.placed(first.name))).toBeVisible()

  await page.goto(`/product/${second._id}`)
  await expect(phone).toHaveValue(DELIVERY.phone)
  await expect(address).toHaveValue(DELIVERY.address)
  await expect(page.getByText(NOTE)).toBeVisible()
  await address.fill('Gate 2')
  await page.getByLabel('Quantity').fill('100')
  const sent = page.waitForRequest('**/api/bookings')
  await page.getByRole('button', { name: texts.booking.purchase, exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ phone: DELIVERY.phone, address: 'Gate 2' })
  await expect(page.getByText(texts.booking.placed(second.name))).toBeVisible()

  // An order that is repeated goes where it went.
  const { json } = await shop.call('GET', `/api/myitem?email=${buyer.email}`, { token: buyer.token })
  const again = json.find(({ orderId }: { orderId: string }) => orderId === first._id)._id
  await page.goto(`/product/${first._id}?again=${again}`)
  await expect(address).toHaveValue(DELIVERY.address)
  await expect(page.getByText(NOTE)).toBeHidden()
})

test('a form that cannot be filled in is an empty one @proof', async ({ page, shop, buyer, watch }) => {
  const product = await addProduct(shop)
  await placeOrder(shop, buyer, product)
  watch.allow(/Failed to load resource/)
  await page.route('**/api/last-delivery', (route) => route.abort())
  await page.goto(`/product/${product._id}`)
  await expect(page.getByLabel('Phone')).toHaveValue('')
  await expect(page.getByRole('button', { name: texts.booking.purchase, exact: true })).toBeVisible()
})
