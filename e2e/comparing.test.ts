import type { Locator, Page } from 'playwright/test'
import type { NewProduct } from '../contract/catalogue/products.ts'
import { expectAccessible } from './axe.ts'
import { test as base, expect, ONLY_SCREENS, SCREENS, type Shop, SIZES } from './fixtures.ts'
import { addProduct } from './orders.ts'

type Clamp = Pick<NewProduct, 'name' | 'price' | 'quantity' | 'minimum' | 'sku' | 'specs'>

const specs = (width: string, material: string) => [
  { name: 'Jaw width', value: width },
  { name: 'Material', value: material },
  { name: 'Made in', value: 'Germany' },
]
const clamps: Clamp[] = [
  {
    name: 'Small trial clamp',
    price: 2,
    quantity: 5000,
    minimum: 100,
    sku: 'TC-1',
    specs: specs('50 mm', 'Zinc'),
  },
  {
    name: 'Large trial clamp',
    price: 3.5,
    quantity: 400,
    minimum: 250,
    sku: 'TC-2',
    specs: specs('90 mm', 'Steel'),
  },
  {
    name: 'Rare trial clamp',
    price: 9,
    quantity: 0,
    minimum: 100,
    sku: 'TC-3',
    specs: specs('120 mm', 'Steel'),
  },
]

// Categories that no other journey has made.
base.use({ settings: { SHOP_NAME: 'Comparing' } })

const test = base.extend<object, { filled: Shop }>({
  filled: [
    async ({ shop }, use) => {
      for (const clamp of clamps) await addProduct(shop, { ...clamp, category: 'Trial Clamps' })
      await use(shop)
    },
    { scope: 'worker', auto: true },
  ],
})

const chips = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const chip = (page: Page, name: string) => chips(page).getByRole('link', { name, exact: true })
const found = (page: Page) => page.getByRole('region', { name: 'Products found' })
const count = (page: Page) => found(page).getByRole('status')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const cells = async (line: Locator) =>
  (await line.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

test(
  'a category is chosen at home or in the catalogue, together with words and filters',
  SCREENS,
  async ({ page }) => {
    await page.goto('/')
    await chip(page, 'Trial Clamps').click()
    await expect(page).toHaveURL('/catalogue?category=trial-clamps')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trial Clamps')
    await expect(page).toHaveTitle(/^Trial Clamps · /)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    await expect(count(page)).toHaveText('3 products in Trial Clamps')
    await expect(chip(page, 'Trial Clamps')).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)

    await page.getByRole('searchbox', { name: 'Search products' }).fill('large')
    await expect(page).toHaveURL('/catalogue?q=large&category=trial-clamps')
    await expect(count(page)).toHaveText('1 product in Trial Clamps for “large”')
    await page.getByLabel('Sort by').selectOption('Lowest price')
    await expect(page).toHaveURL('/catalogue?q=large&category=trial-clamps&sort=price-asc')
    await chip(page, 'All').click()
    await expect(page).toHaveURL('/catalogue?q=large&sort=price-asc')
    await expect(chip(page, 'All')).toHaveAttribute('aria-current', 'page')
    await expect(chip(page, 'All')).toBeFocused()
    await page.goBack()
    await expect(count(page)).toHaveText('1 product in Trial Clamps for “large”')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/catalogue')
  },
)

test('a category that is not there says so and leads back @proof', async ({ page }) => {
  await page.goto('/catalogue?category=No+Such+Thing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Category not found')
  await expect(count(page)).toHaveText('No products')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Show all products' }).click()
  await expect(page).toHaveURL('/catalogue')
})

test(
  'in the list, one quantity prices every product; the address shares it, and ordering takes it along',
  SCREENS,
  async ({ page, buyer: _buyer }) => {
    await page.goto('/catalogue?category=trial-clamps&sort=price-asc')
    await page.getByRole('link', { name: 'List' }).click()
    await expect(page).toHaveURL('/catalogue?category=trial-clamps&sort=price-asc&view=list')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'SKU',
      'Jaw width',
      'Material',
      'Unit price',
      'In stock',
      'Minimum order',
      'Order',
    ])
    expect(await cells(row(page, 'Small trial clamp'))).toEqual([
      'TC-1',
      '50 mm',
      'Zinc',
      '$2.00',
      '5,000',
      '100 for $200.00',
      'Order Small trial clamp',
    ])
    expect(await cells(row(page, 'Rare trial clamp'))).toEqual([
      'TC-3',
      '120 mm',
      'Steel',
      '$9.00',
      '0',
      'Sold out',
      '',
    ])
    await expectAccessible(page)

    const requests: string[] = []
    page.on('request', (request) => {
      if (/\.data|\/api\//.test(request.url())) requests.push(request.url())
    })
    const quantity = page.getByLabel('Quantity')
    await quantity.pressSequentially('200')
    await expect(page.getByRole('columnheader', { name: 'Price for 200' })).toBeVisible()
    await expect(page).toHaveURL('/catalogue?category=trial-clamps&sort=price-asc&view=list&units=200')
    await expect(row(page, 'Small trial clamp')).toContainText('$400.00')
    await expect(row(page, 'Large trial clamp')).toContainText('Minimum 250')
    await quantity.fill('400')
    await expect(row(page, 'Large trial clamp')).toContainText('At most 399')
    await expect(quantity).toBeFocused()
    expect(requests, 'prices are computed where they are shown').toEqual([])

    await page.reload()
    await expect(quantity).toHaveValue('400')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('small')
    await expect(page).toHaveURL(
      '/catalogue?q=small&category=trial-clamps&sort=price-asc&view=list&units=400',
    )
    await expect(page.getByRole('rowheader')).toHaveText(['Small trial clamp'])
    await expect(page.getByRole('link', { name: 'Small trial clamp', exact: true })).toHaveAttribute(
      'href',
      /^\/item\/[0-9a-f-]{36}\/small-trial-clamp$/,
    )
    await page.getByRole('link', { name: 'Order Small trial clamp' }).click()
    await expect(page).toHaveURL(/\/product\/[0-9a-f-]{36}\?units=400$/)
    await expect(page.getByLabel('Quantity')).toHaveValue('400')
  },
)

test('typing a quantity keeps the page that was turned to @proof', async ({ page }) => {
  await page.goto('/catalogue?page=2&view=list')
  await page.getByLabel('Quantity').fill('300')
  await expect(page).toHaveURL('/catalogue?page=2&view=list&units=300')
  await page.getByRole('link', { name: 'Page 1' }).click()
  await expect(page).toHaveURL('/catalogue?view=list&units=300')
  await expect(page.getByLabel('Quantity')).toHaveValue('300')
})

test('on a phone filters are folded, without scripts as well @proof', async ({ browser, shop }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: SIZES.phone,
    baseURL: shop.origin,
  })
  const page = await context.newPage()
  await page.goto('/catalogue?category=trial-clamps&view=list')
  const filters = page.locator('summary', { hasText: 'Filters' })
  await expect(page.getByLabel('Price to')).toBeHidden()
  await filters.click()
  await page.getByLabel('Price to').fill('5')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(count(page)).toHaveText('2 products in Trial Clamps')
  await expect(page.getByLabel('Price to')).toHaveValue('5')
  await page.getByLabel('Quantity').fill('300')
  await page.getByRole('button', { name: 'Show prices' }).click()
  await expect(row(page, 'Small trial clamp')).toContainText('$600.00')
  await expect(row(page, 'Large trial clamp')).toContainText('$1,050.00')
  await page.setViewportSize(SIZES.desktop)
  await page.goto('/catalogue')
  await expect(filters).toBeHidden()
  await expect(page.getByLabel('Price to')).toBeVisible()
  await context.close()
})

test('a card’s name leads to the item, the card to the order @proof', async ({ page, buyer: _buyer }) => {
  await page.goto('/catalogue?q=small+trial&category=trial-clamps')
  const card = page.getByRole('article')
  await expect(card).toContainText('TC-1')
  const name = card.getByRole('link', { name: 'Small trial clamp', exact: true })
  await expect(name).toHaveAttribute('href', /^\/item\/[0-9a-f-]{36}\/small-trial-clamp$/)
  // Clickable above the link that covers the card.
  await name.click({ trial: true })
  await card.click({ position: { x: 20, y: 20 } })
  await expect(page).toHaveURL(/\/product\//)
})

test(
  'an admin finds the categories in the form of a product, and renames one for all its products',
  ONLY_SCREENS,
  async ({ page, shop, signInAs, watch }) => {
    watch.allow(/400 \(Bad Request\)/)
    const admin = await shop.signInAdmin()
    await addProduct(shop, { category: 'Trial Vises' })
    await signInAs(admin)
    await page.goto('/dashboard/addProduct')
    await expect(page.locator('datalist option[value="Trial Vises"]')).toBeAttached()
    await page.goto('/dashboard/manageProduct')
    await page.getByRole('button', { name: 'Rename category' }).click()
    const panel = page.getByRole('dialog', { name: 'Rename category' })
    await panel.getByLabel('Category').selectOption('Trial Vises (1 product)')
    await panel.getByRole('button', { name: 'Rename' }).click()
    await expect(panel.getByLabel('New name')).toBeFocused()
    await panel.getByLabel('New name').fill('Trial Presses')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Trial Presses: 1 product')).toBeVisible()
    await page.goto('/catalogue?category=trial-presses')
    await expect(count(page)).toHaveText('1 product in Trial Presses')
    await expect(chip(page, 'Trial Vises')).toHaveCount(0)
  },
)
