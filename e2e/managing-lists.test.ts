import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright/test'
import { expect, hold, ONLY_SCREENS, type Shop, test } from './fixtures.ts'
import { addProduct, placeOrder } from './orders.ts'

const PER_PAGE = 200

const rows = (page: Page, mark: string) => page.getByRole('row').filter({ hasText: mark })
const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' })

/** As many rows as are asked for, made of the one that there is, and one more of them in all than stands on a page. */
async function multiplyRows(route: Route) {
  const response = await route.fetch()
  const [row] = await response.json()
  const asked = Number(new URL(route.request().url()).searchParams.get('limit'))
  const json = Array.from({ length: asked }, (_, at) => ({
    ...row,
    _id: randomUUID(),
    email: `${at}@example.com`,
  }))
  await route.fulfill({ json, headers: { ...response.headers(), 'x-total-count': String(PER_PAGE + 1) } })
}

/** The pages on which admins manage something: where, by which call, and how to add a row of this mark. */
const lists = {
  orders: {
    path: '/dashboard/myOrder',
    call: '**/api/bookings?*',
    add: async (shop: Shop, mark: string) =>
      placeOrder(shop, await shop.signUp(), await addProduct(shop, { name: mark })),
  },
  users: {
    path: '/dashboard/users',
    call: '**/api/user?*',
    add: (shop: Shop, mark: string) => shop.signUp(mark),
  },
  products: {
    path: '/dashboard/manageProduct',
    call: '**/api/products?*',
    add: (shop: Shop, mark: string) => addProduct(shop, { name: mark }),
  },
}

for (const [name, { path, call, add }] of Object.entries(lists)) {
  test(
    `${name}: 200 stand on one page, and one more makes a second`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs }) => {
      const mark = randomUUID().slice(0, 8)
      await add(shop, mark)
      await signInAs(await shop.signInAdmin())
      await page.route(call, multiplyRows)
      await page.goto(`${path}?q=${mark}`)
      await expect(rows(page, mark)).toHaveCount(PER_PAGE)
      await expect(
        page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Page / }),
      ).toHaveCount(2)
    },
  )

  test(
    `${name}: while the list is loaded again, a spinner says so and the rows stay`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs }) => {
      const mark = randomUUID().slice(0, 8)
      await add(shop, mark)
      await signInAs(await shop.signInAdmin())
      await page.goto(path)
      await expect(rows(page, mark)).toHaveCount(1)
      await expect(spinner(page)).toHaveCount(0)
      const release = await hold(page, call)
      await page.getByRole('searchbox', { name: /^Search these/ }).fill('xylophone')
      await expect(spinner(page)).toBeInViewport()
      await expect(rows(page, mark)).toHaveCount(1)
      release()
      await expect(rows(page, mark)).toHaveCount(0)
      await expect(spinner(page)).toHaveCount(0)
    },
  )
}
