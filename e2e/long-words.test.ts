import { texts } from '../contract/fixed-texts.ts'
import { expect, ONLY_SCREENS, SIZES, test } from './fixtures.ts'
import { addProduct, fillOrder, horizontalScroll } from './orders.ts'
import { type Visitor, visits } from './screens.ts'
import { NAME, typeLongWords, word } from './type-long-words.ts'

// A shop of its own: what is typed into it here stands on the home page.
test.use({ settings: { STOCK_HOLD_HOURS: '48' } })

test(
  'whatever people type, no page is wider than the window',
  ONLY_SCREENS,
  async ({ page, shop, elsewhere, watch }) => {
    test.setTimeout(300_000)
    watch.allow(/404 \(Not Found\)/)
    const { customer, admin, ids } = await typeLongWords(shop)
    const searches = ['/catalogue', '/dashboard/manageProduct', '/dashboard/myOrder', '/dashboard/users'].map(
      (path) => `${path}?q=${word(100)}`,
    )
    const pages = { visitor: page, customer: await elsewhere(customer), admin: await elsewhere(admin) }
    const tooWide: string[] = []
    for (const visitor of Object.keys(pages) as Visitor[]) {
      const view = pages[visitor]
      const panels = visitor === 'admin' ? (['Edit', 'Restock', 'History'] as const) : []
      const seen = [
        ...visits(visitor, ids),
        ...(visitor === 'visitor' ? searches.slice(0, 1) : visitor === 'admin' ? searches.slice(1) : []).map(
          (path) => ({ path, press: undefined }),
        ),
        ...panels.map((panel) => ({ path: '/dashboard/manageProduct', press: `${panel} ${NAME}` })),
        ...(visitor === 'customer' ? [{ path: '/dashboard/order', press: 'Delete' }] : []),
      ]
      for (const { path, press } of seen) {
        await view.setViewportSize(SIZES.desktop)
        await view.goto(path)
        await expect(view.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(view.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
        if (press) {
          await view.getByRole('button', { name: press }).first().click()
          await expect(view.getByRole('dialog')).toBeVisible()
          await expect(view.getByRole('dialog').getByText('Loading', { exact: true })).toHaveCount(0)
        }
        for (const [size, viewport] of Object.entries(SIZES)) {
          await view.setViewportSize(viewport)
          // A chart follows the window a few frames later.
          await expect
            .poll(() => horizontalScroll(view), { timeout: 5_000 })
            .toBe(0)
            .catch(() => tooWide.push(`${visitor} ${path} ${press?.slice(0, 8) ?? ''} ${size}`))
        }
      }
    }
    expect(tooWide).toEqual([])
  },
)

test('messages of long words stay within the window', ONLY_SCREENS, async ({ page, shop, signInAs }) => {
  await page.setViewportSize(SIZES.phone)
  const product = await addProduct(shop, { name: word(180) })
  await signInAs(await shop.signUp(NAME))
  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 100)
  await page.getByRole('button', { name: texts.booking.purchase, exact: true }).click()
  const toast = page.getByText(texts.booking.placed(product.name))
  await expect(toast).toBeVisible()
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(SIZES.phone.width)
  expect(await horizontalScroll(page)).toBe(0)
})
