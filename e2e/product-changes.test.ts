import type { Page } from 'playwright/test'
import { expectAccessible } from './axe.ts'
import { test as base, expect } from './shop.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

/** An admin on Manage Product, with a product that no other journey knows. */
const test = base.extend<{ product: { name: string; id: string; token: string } }>({
  product: async ({ shop, page, signInAs }, use) => {
    const admin = await shop.signIn(shop.admin.email, shop.admin.password)
    const name = `Mallet ${crypto.randomUUID().slice(0, 8)}`
    const body = { name, image: '/demo/claw-hammer.svg', description: 'Beech.', price: 8, quantity: 1_000 }
    await shop.call('POST', '/api/products', { token: admin.token, body })
    const { json } = await shop.call('GET', '/api/products')
    const { _id: id } = json.find((product: { name: string }) => product.name === name)
    await signInAs(admin)
    await page.goto('/dashboard/manageProduct')
    await use({ name, id, token: admin.token })
    await shop.call('DELETE', `/api/products/${id}`, { token: admin.token })
  },
})

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const panel = (page: Page, title: string) => page.getByRole('dialog', { name: title })

for (const [size, viewport] of Object.entries(sizes))
  test(`on a ${size}: found by typing, edited, restocked, and both can be read afterwards`, async ({
    page,
    watch,
    product: { name },
  }) => {
    watch.allow(/status of 400/)
    await page.setViewportSize(viewport)
    await page.getByRole('searchbox', { name: 'Search these products' }).pressSequentially(name)
    await expect(page.locator('main').getByRole('status')).toContainText('1 product for')
    await expect(page.getByRole('row', { name: /Edit/ })).toHaveCount(1)

    const edit = row(page, name).getByRole('button', { name: `Edit ${name}` })
    await edit.click()
    const form = panel(page, 'Edit product')
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
    const stock = panel(page, 'Restock')
    await expect(stock).toContainText('1,000 units available')
    await stock.locator('[name=add]').fill('500')
    await stock.getByRole('button', { name: 'Save' }).click()
    await expect(stock.getByText('The reason is required')).toBeVisible()
    await stock.locator('[name=reason]').fill('Spring delivery')
    await stock.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${name}: now 1,500 units`)).toBeVisible()
    await expect(row(page, name)).toContainText('1,500')

    await row(page, name).getByRole('button', { name: 'History' }).click()
    const history = panel(page, 'History')
    await expect(history.getByRole('listitem')).toContainText([
      /Quantity.*1,000.*1,500.*Spring delivery.*admin@shop\.example/,
      /(Price.*\$8\.00.*\$9\.75)|(Minimum.*100.*200)/,
      /(Price.*\$8\.00.*\$9\.75)|(Minimum.*100.*200)/,
      /Added.*admin@shop\.example/,
    ])
    await history.getByRole('button', { name: 'Close' }).click()
    await page.goto('/')
    await expect(page.locator('article').filter({ hasText: name })).toContainText('$9.75')
  })

test('the second of two editors is told what the first changed, keeps what he typed, and can save it', async ({
  page,
  shop,
  watch,
  product: { name, id, token },
}) => {
  watch.allow(/status of 409/)
  await row(page, name).getByRole('button', { name: 'Edit' }).click()
  const form = panel(page, 'Edit product')
  await form.locator('[name=description]').fill('Beech, turned by hand.')
  await shop.call('PATCH', `/api/products/${id}`, { token, body: { version: 1, price: 7 } })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Somebody else has changed this product meanwhile')
  await expect(form.getByRole('alert')).toContainText('price: $7.00')
  await expect(form.locator('[name=price]')).toHaveValue('7')
  await expect(form.locator('[name=description]')).toHaveValue('Beech, turned by hand.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product saved')).toBeVisible()
  const { json } = await shop.call('GET', `/api/product/${id}`)
  expect([json.price, json.description]).toEqual([7, 'Beech, turned by hand.'])
})

test('a counted quantity is not set over an order that came between', async ({
  page,
  shop,
  watch,
  product: { name, id },
}) => {
  watch.allow(/status of 409/)
  await row(page, name).getByRole('button', { name: 'Restock' }).click()
  const stock = panel(page, 'Restock')
  await stock.getByLabel('Set to what was counted').check()
  await stock.locator('[name=set]').fill('990')
  await stock.locator('[name=reason]').fill('Count')
  const { token } = await shop.signUp()
  const order = { orderId: id, orders: 100, phone: '555 0100', address: '1 Sample Street' }
  await shop.call('POST', '/api/bookings', { token, body: order })
  await stock.getByRole('button', { name: 'Save' }).click()
  await expect(stock.getByText('The quantity has changed to 900 meanwhile')).toBeVisible()
  await expect(stock).toContainText('900 units available')
  await stock.locator('[name=set]').fill('890')
  await stock.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name}: now 890 units`)).toBeVisible()
})

test('nothing found offers the way back; the panels are accessible in both themes and sizes', async ({
  page,
  watch,
  product: { name },
}) => {
  test.slow()
  // axe opens an empty page, where the script that signs in finds no storage.
  watch.allow(/Failed to read the '\w+Storage' property/)
  const search = page.getByRole('searchbox', { name: 'Search these products' })
  await search.fill('zzzzqqqq')
  await expect(page.getByText('No product is found for “zzzzqqqq”.')).toBeVisible()
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
})
