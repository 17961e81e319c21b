import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Product } from '../contract/catalogue/products.ts'
import { texts } from '../contract/fixed-texts.ts'
import { makePicture } from '../test/make-picture.ts'
import { findViolations } from './axe.ts'
import { expect, SCREENS, SIZES, test } from './fixtures.ts'
import { fillOrder, horizontalScroll, placeOrder, rowOf } from './orders.ts'
import { arrivedAt, logIn } from './sign-in.ts'

// One import at a time: its journeys share a shop with nobody else's.
test.use({ settings: { SHOP_NAME: 'Imports', DEMO_ORDERS: 'off' } })
test.describe.configure({ mode: 'serial' })

const HEADER = 'sku,name,category,description,image,price,quantity,minimum,spec: Weight'
const WRONG = [7, 90, 91, 200, 311, 312, 400, 512, 640, 777, 850, 999]

type Kind = 'wrong' | 'right'
/** A thousand products; of the wrong ones each has a price that is none. */
function fileOf(kind: Kind, count = 1_000) {
  const rows = Array.from({ length: count }, (_, index) => {
    const price = kind === 'wrong' && WRONG.includes(index + 1) ? 'cheap' : '2.50'
    return `IMP-${index + 1},Imported rivet ${index + 1},Rivets,Blind rivet,/no-picture.svg,${price},5000,100,4 g`
  })
  return Buffer.from(`${[HEADER, ...rows].join('\r\n')}\r\n`)
}

const choose = (page: Page, buffer: Buffer, name = 'rivets.csv') =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })

const detail = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Latest import' }).locator('dl > div').filter({ hasText: name })

test(
  'an owner imports a thousand products, reads what is wrong, corrects it and applies',
  SCREENS,
  async ({ page, shop, signInAs }) => {
    test.setTimeout(180_000)
    await signInAs(await shop.signInAdmin())
    const before = (await shop.call('GET', '/api/products')).json.length
    await page.goto('/dashboard/manageProduct')
    await page.getByRole('link', { name: 'Import products' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Import products' })).toBeFocused()

    const template = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a template' }).click()
    expect(await readFile(await (await template).path(), 'utf8')).toMatch(/^\ufeff"sku","name",/)

    await choose(page, fileOf('wrong'))
    await expect(
      page.getByRole('heading', { name: 'The file has been checked. Nothing has changed yet.' }),
    ).toBeVisible()
    await expect(detail(page, 'Will be added')).toContainText('988')
    await expect(detail(page, 'With errors')).toContainText('12')
    const errors = page.getByRole('table', { name: 'Errors in the file' })
    await expect(errors.getByRole('row')).toHaveCount(13)
    // The header is line 1.
    await expect(errors.getByRole('row', { name: /Line 8 / })).toContainText('price')
    expect((await shop.call('GET', '/api/products')).json).toHaveLength(before)
    expect(await findViolations(page)).toEqual([])
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      expect(await horizontalScroll(page)).toBe(0)
    }
    const list = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the errors (CSV)' }).click()
    const lines = (await readFile(await (await list).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(13)
    expect(lines[1]).toMatch(/^8,"price",".+"$/)

    await page.reload()
    await expect(detail(page, 'Will be added')).toContainText('988')

    await choose(page, fileOf('right'))
    await expect(detail(page, 'Will be added')).toContainText('1,000')
    await expect(errors).toBeHidden()
    await page.getByRole('button', { name: 'Apply 1,000 rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply 1,000 rows?' })
    await expect(dialog).toContainText('1,000 products will be added.')
    await dialog.getByRole('button', { name: 'Apply 1,000 rows' }).click()
    await expect(page.getByRole('heading', { name: 'The import is done.' })).toBeVisible({ timeout: 60_000 })
    await expect(detail(page, 'Added')).toContainText('1,000')
    expect((await shop.call('GET', '/api/products')).json).toHaveLength(before + 1_000)
  },
)

test('one of them gets a photo and a name; a visitor finds it in three ways, reads it, logs in and orders @proof', async ({
  page,
  context,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/manageProduct')
  await page.getByRole('searchbox', { name: 'Search these products' }).fill('IMP-500')
  await page.getByRole('button', { name: 'Edit Imported rivet 500', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit product' }).locator('form')
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Replace' }).click()
  const buffer = await makePicture({ width: 4_032, height: 3_024 })
  await (await chooser).setFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer })
  await expect(form.getByText('Picture uploaded.')).toBeVisible()
  await form.getByLabel('Name').fill('Cordless rivetdriver')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product saved')).toBeVisible()

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  const product = page.getByRole('heading', { level: 3, name: 'Cordless rivetdriver' })
  for (const search of ['category=rivets&q=cordless', 'q=driver', 'q=imp-500']) {
    await page.goto(`/catalogue?${search}`)
    await expect(product, search).toBeVisible()
  }
  await product.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cordless rivetdriver' })).toBeVisible()
  await expect(page.getByText('SKU IMP-500')).toBeVisible()
  const picture = page.getByRole('main').getByRole('img', { name: 'Cordless rivetdriver' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
    .toContain('/pictures/')
  await page.getByRole('main').getByRole('link', { name: 'Order', exact: true }).click()
  const person = await shop.signUp()
  await arrivedAt(page, texts.navigation.login)
  await logIn(page, person)
  await fillOrder(page, 200)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page).toHaveURL('/dashboard/order')
  await expect(rowOf(page, 'Cordless rivetdriver')).toContainText('$500.00')
})

test('an export is a file that can be imported again and changes nothing', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  // Where nobody has ordered yet, nothing of orders can be exported.
  const { json: products } = await shop.call('GET', '/api/products')
  await placeOrder(
    shop,
    await shop.signUp(),
    products.find(({ quantity }: Product) => quantity > 1_000),
  )
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/manageProduct')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export products (CSV)' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  await page.goto('/dashboard/import')
  await page.getByLabel('CSV file').setInputFiles(await file.path())
  await expect(page.getByText('There is nothing to change.')).toBeVisible({ timeout: 60_000 })

  await page.goto('/dashboard/myOrder')
  await page.getByRole('button', { name: 'Export orders (CSV)' }).click()
  watch.allow(/400 \(Bad Request\)/)
  await page.getByLabel('From').fill('2026-02-01')
  await page.getByLabel('To').fill('2026-01-01')
  const press = () => page.getByRole('button', { name: 'Export', exact: true }).click()
  await press()
  await expect(page.getByLabel('From')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('To').fill('2026-02-28')
  const orders = page.waitForEvent('download')
  await press()
  expect((await orders).suggestedFilename()).toBe('orders-2026-02-01-2026-02-28.csv')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('what cannot be sent is said before, and what did not arrive is sent again @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/import')
  await choose(page, Buffer.from('x'), 'prices.xlsx')
  await expect(page.getByText('prices.xlsx is a spreadsheet.')).toBeVisible()
  await choose(page, Buffer.alloc(0), 'nothing.csv')
  await expect(page.getByText('nothing.csv is empty.')).toBeVisible()

  watch.allow(/Failed to load resource/)
  await page.route('**/api/imports?*', (route) => route.abort())
  await choose(page, fileOf('right', 20), 'twenty.csv')
  await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
  await page.unroute('**/api/imports?*')
  // Asking how far it is fails for a while, too.
  await page.route('**/api/imports/*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send twenty.csv again' }).click()
  await expect(page.getByText('twenty.csv ·')).toBeVisible()
  await expect(page.getByText('There is nothing to change.')).toBeVisible({ timeout: 60_000 })
})

test('a customer cannot import @proof', async ({ page, buyer, watch }) => {
  watch.allow(/403 \(Forbidden\)/)
  expect(buyer.email).toBeTruthy()
  await page.goto('/dashboard/import')
  await expect(page.getByText('Admins only.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeHidden()
})
