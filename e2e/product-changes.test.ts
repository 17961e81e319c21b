import type { Page } from 'playwright/test'
import type { Product } from '../contract/catalogue/products.ts'
import { expectAccessible } from './axe.ts'
import { test as base, expect, ON_EACH_SIZE, ONLY_SCREENS, refuseWith } from './fixtures.ts'
import { addProduct, placeOrder } from './orders.ts'

/** A product that no other journey knows, on the admin's page Manage Product. */
const test = base.extend<{ product: Product }>({
  product: async ({ shop, page, signInAs }, use) => {
    const product = await addProduct(shop, { price: 8 })
    const admin = await shop.signInAdmin()
    await signInAs(admin)
    await page.goto('/dashboard/manageProduct')
    await use(product)
    await shop.call('DELETE', `/api/products/${product._id}`, { token: admin.token })
  },
})

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const panel = (page: Page, title: string) => page.getByRole('dialog', { name: title })

for (const { size, viewport, details } of ON_EACH_SIZE)
  test(
    `on a ${size}: found by typing, edited, restocked, ordered, and all of it can be read afterwards`,
    details,
    async ({ page, shop, watch, product }) => {
      const { name } = product
      watch.allow(/status of 400/)
      await page.setViewportSize(viewport)
      await page.getByRole('searchbox', { name: 'Search these products' }).pressSequentially(name)
      await expect(page.locator('main').getByRole('status').getByText('1 product for')).toBeVisible()
      await expect(page.getByRole('row', { name: /Edit/ })).toHaveCount(1)

      const edit = row(page, name).getByRole('button', { name: `Edit ${name}` })
      await edit.click()
      const form = panel(page, 'Edit product').locator('form')
      await expect(form.locator('[name=name]')).toHaveValue(name)
      await form.locator('[name=price]').fill('0')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('The price must be at least $0.01')).toBeVisible()
      await expect(form.locator('[name=price]')).toBeFocused()
      await form.locator('[name=price]').fill('9.75')
      await form.locator('[name=minimum]').fill('200')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Product saved')).toBeVisible()
      await expect(form).toHaveCount(0)
      await expect(edit).toBeFocused()
      await expect(row(page, name)).toContainText('$9.75')
      await expect(row(page, name)).toContainText('200')

      await row(page, name).getByRole('button', { name: 'Restock' }).click()
      const stock = panel(page, 'Restock').locator('form')
      await expect(stock).toContainText('1,000 units available')
      await stock.locator('[name=add]').fill('500')
      await stock.getByRole('button', { name: 'Save' }).click()
      await expect(stock.getByText('The reason is required')).toBeVisible()
      await stock.locator('[name=reason]').fill('Spring delivery')
      await stock.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`${name}: now 1,500 units`)).toBeVisible()
      await expect(row(page, name)).toContainText('1,500')

      const { number } = await placeOrder(shop, await shop.signUp(), product, 200)
      await row(page, name).getByRole('button', { name: 'History' }).click()
      const history = panel(page, 'History')
      await expect(history.getByRole('listitem')).toContainText([
        new RegExp(`Order #${number}−200 units.*Not paid yet`),
        /Quantity.*1,000.*1,500.*Spring delivery.*admin@shop\.example/,
        /(Price.*\$8\.00.*\$9\.75)|(Minimum.*100.*200)/,
        /(Price.*\$8\.00.*\$9\.75)|(Minimum.*100.*200)/,
        /Added.*admin@shop\.example/,
      ])
      await history.getByRole('button', { name: 'Close' }).click()
      await page.goto('/')
      await expect(page.locator('article').filter({ hasText: name })).toContainText('$9.75')
    },
  )

test('the second of two editors is told what the first changed, keeps what they typed, and can save it @proof', async ({
  page,
  shop,
  watch,
  product: { name, _id },
}) => {
  watch.allow(/status of 409/)
  const { token } = await shop.signInAdmin()
  await row(page, name).getByRole('button', { name: 'Edit' }).click()
  const form = panel(page, 'Edit product').locator('form')
  await form.locator('[name=description]').fill('Beech, turned by hand.')
  await shop.call('PATCH', `/api/products/${_id}`, { token, body: { version: 1, price: 7 } })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Someone else has changed this product in the meantime')
  await expect(form.getByRole('alert')).toContainText('Price: $7.00')
  await expect(form.locator('[name=price]')).toHaveValue('7.00')
  await expect(form.locator('[name=description]')).toHaveValue('Beech, turned by hand.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product saved')).toBeVisible()
  const { json } = await shop.call('GET', `/api/product/${_id}`)
  expect([json.price, json.description]).toEqual([7, 'Beech, turned by hand.'])
})

test('what a control cannot show stays as it is when the price is edited @proof', async ({
  page,
  shop,
  product: { name, _id },
}) => {
  const { token } = await shop.signInAdmin()
  const text = { name: `${name}\nin two lines`, description: 'One\r\nTwo' }
  const specs = [
    { name: 'Size: metric', value: 'M8' },
    { name: 'Finish', value: 'zinc\nyellow' },
  ]
  await shop.call('PATCH', `/api/products/${_id}`, { token, body: { version: 1, specs, ...text } })
  await page.reload()
  await row(page, name).getByRole('button', { name: 'Edit' }).click()
  const form = panel(page, 'Edit product').locator('form')
  await expect(form.locator('[name=specs]')).toHaveValue('Size: metric: M8\nFinish: zinc yellow')
  await form.locator('[name=price]').fill('9.50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product saved')).toBeVisible()
  expect((await shop.call('GET', `/api/product/${_id}`)).json).toMatchObject({ price: 9.5, specs, ...text })
})

test('a counted quantity is not set over an order that came between @proof', async ({
  page,
  shop,
  watch,
  product,
}) => {
  watch.allow(/status of 409/)
  await row(page, product.name).getByRole('button', { name: 'Restock' }).click()
  const stock = panel(page, 'Restock').locator('form')
  await stock.getByLabel('Set to a counted quantity').check()
  await stock.locator('[name=set]').fill('990')
  await stock.locator('[name=reason]').fill('Count')
  await placeOrder(shop, await shop.signUp(), product)
  await stock.getByRole('button', { name: 'Save' }).click()
  await expect(stock.getByText('The quantity has changed to 900 in the meantime')).toBeVisible()
  await expect(stock).toContainText('900 units available')
  await stock.locator('[name=set]').fill('890')
  await stock.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${product.name}: now 890 units`)).toBeVisible()
})

test(
  'nothing found offers the way back; the panels are accessible',
  ONLY_SCREENS,
  async ({ page, product: { name } }) => {
    const search = page.getByRole('searchbox', { name: 'Search these products' })
    await search.fill('zzzzqqqq')
    await expect(page.getByText('No products match “zzzzqqqq”.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all products' }).click()
    await expect(search).toHaveValue('')
    await search.fill(name)
    await expect(page.getByRole('row', { name: /Edit/ })).toHaveCount(1)
    for (const [button, title] of [
      ['Edit', 'Edit product'],
      ['Restock', 'Restock'],
      ['History', 'History'],
    ] as const) {
      await row(page, name).getByRole('button', { name: button }).click()
      await expect(panel(page, title).getByRole('button', { name: /Save|Close/ })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(panel(page, title)).toHaveCount(0)
    }
  },
)

test('toasts of a panel lie above it, can be dismissed there, and only the new one is read @proof', async ({
  page,
  shop,
  watch,
  product: { _id, name },
}) => {
  watch.allow(/status of 500/)
  const { token } = await shop.signInAdmin()
  await shop.call('PATCH', `/api/products/${_id}`, { token, body: { version: 1, price: 7 } })
  await page.route(`**/api/products/${_id}/changes*`, async (route) => {
    if (route.request().url().includes('before=')) return refuseWith(500, 'Something went wrong')(route)
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), more: true } })
  })
  await row(page, name).getByRole('button', { name: 'History' }).click()
  const earlier = panel(page, 'History').getByRole('button', { name: 'Show earlier' })
  const region = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await earlier.click()
  await expect(region.getByText('Something went wrong')).toHaveCount(1)
  await earlier.click()
  await expect(region.getByText('Something went wrong')).toHaveCount(2)
  await expect(region).toHaveAttribute('aria-atomic', 'false')
  await region.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(region.getByText('Something went wrong')).toHaveCount(1)
  await panel(page, 'History').getByRole('button', { name: 'Close' }).click()
  await expect(region).toBeVisible()
})
