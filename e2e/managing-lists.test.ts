import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, hold, ONLY_SCREENS, type Shop, test } from './fixtures.ts'
import { addProduct, placeOrder } from './orders.ts'

const MORE_THAN_A_SCREEN = 60

const rows = (page: Page, mark: string) => page.getByRole('row').filter({ hasText: mark })
const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' })

/** The pages on which admins manage something: where, by which call, and how to add a row of this mark. */
const lists = {
  orders: {
    path: '/dashboard/myOrder',
    call: '**/api/bookings?*',
    add: async (shop: Shop, mark: string, many: number) => {
      const [product, buyer] = [
        await addProduct(shop, { name: mark, quantity: 100_000 }),
        await shop.signUp(),
      ]
      for (let placed = 0; placed < many; placed++) await placeOrder(shop, buyer, product)
    },
  },
  users: {
    path: '/dashboard/users',
    call: '**/api/user?*',
    add: async (shop: Shop, mark: string, many: number) => {
      await Promise.all(Array.from({ length: many }, () => shop.signUp(mark)))
    },
  },
  products: {
    path: '/dashboard/manageProduct',
    call: '**/api/products?*',
    add: async (shop: Shop, mark: string, many: number) => {
      for (let added = 0; added < many; added++) await addProduct(shop, { name: `${mark} ${added}` })
    },
  },
}

for (const [name, { path, call, add }] of Object.entries(lists)) {
  test(`${name}: up to 200 stand on one page`, ONLY_SCREENS, async ({ page, shop, signInAs }) => {
    const mark = randomUUID().slice(0, 8)
    await add(shop, mark, MORE_THAN_A_SCREEN)
    await signInAs(await shop.signInAdmin())
    await page.goto(`${path}?q=${mark}`)
    await expect(rows(page, mark)).toHaveCount(MORE_THAN_A_SCREEN)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  })

  test(
    `${name}: while the list is loaded again, a spinner says so and the rows stay`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs }) => {
      const mark = randomUUID().slice(0, 8)
      await add(shop, mark, 1)
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
