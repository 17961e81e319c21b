import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

type Query = Record<string, string>

/** All combinations of one value for each name; an empty value stands for none. */
const combine = (values: Record<string, string[]>): Query[] =>
  Object.entries(values).reduce<Query[]>(
    (queries, [name, options]) =>
      queries.flatMap((query) => options.map((value) => (value ? { ...query, [name]: value } : query))),
    [{}],
  )

/** A walk that goes from each of them to each other. */
const walk = <Item>(items: Item[]): Item[] =>
  items.flatMap((from, index) => [...items.slice(index + 1).flatMap((to) => [from, to]), from])

/** As the browser's own history does, without loading the document. */
const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

const PAGES = ['', '2']
const LISTS: { path: string; admin?: boolean; values: Record<string, string[]> }[] = [
  {
    path: '/catalogue',
    values: { view: ['', 'list'], q: ['', 'hammer'], category: ['', 'fasteners'], page: PAGES },
  },
  { path: '/reviews', values: { page: ['', '2', '999'] } },
  { path: '/dashboard/order', values: { page: PAGES } },
  { path: '/dashboard/myReview', values: { page: PAGES } },
  {
    path: '/dashboard/myOrder',
    admin: true,
    values: { view: ['', 'quotes'], q: ['', 'zzzz'], state: ['', 'unpaid', 'asked'], page: PAGES },
  },
  { path: '/dashboard/manageProduct', admin: true, values: { q: ['', 'zzzz'], page: PAGES } },
  { path: '/dashboard/users', admin: true, values: { q: ['', 'zzzz'], page: PAGES } },
]

for (const { path, admin, values } of LISTS)
  test(`${path} goes from every search, filter and page to every other @proof`, async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    test.setTimeout(600_000)
    // A page of reviews that is not there.
    watch.allow(/status of 404/)
    if (path.startsWith('/dashboard')) await signInAs(admin ? await shop.signInAdmin() : await shop.signUp())
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const query of walk(combine(values))) {
      const address = `${path}?${new URLSearchParams(query)}`
      await goWithin(page, address)
      await expect(page.getByRole('status').getByText('Loading', { exact: true })).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
      await expect(page.getByText('This page couldn’t be loaded'), address).toHaveCount(0)
    }
  })

test('a list of products that narrows to nothing says so, and comes back', async ({ page }) => {
  await page.goto('/catalogue?view=list')
  await page.getByLabel('Quantity').fill('250')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('hammer')
  const found = page.getByRole('region', { name: 'Products found' }).getByRole('status')
  await expect(found).toContainText('for “hammer”')
  await page.getByRole('link', { name: /^Fasteners/ }).click()
  await expect(found).toHaveText('No products in Fasteners for “hammer”')
  await page.getByRole('link', { name: 'Show all products' }).click()
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
})
