import { texts } from '../contract/fixed-texts.ts'
import { itemAddress } from '../contract/item-address.ts'
import { expect, ONLY_SCREENS, type Shop, SIZES, test } from './fixtures.ts'
import { addProduct, fillOrder, horizontalScroll, payOrder } from './orders.ts'
import { askForQuote, makeOffer } from './quotes.ts'
import { type Visitor, visits } from './screens.ts'

// A shop of its own: what is typed into it here stands on the home page.
test.use({ settings: { STOCK_HOLD_HOURS: '48' } })

const word = (length: number) => 'Donaudampfschifffahrt'.repeat(30).slice(0, length)
const NAME = word(200)
const EMAIL = `${word(60)}@${word(60)}.${word(60)}.example`

/** Every text that somebody can type, as one word of 500 characters or of as many as are taken. */
async function typeLongWords(shop: Shop) {
  const customer = await shop.signUp(NAME)
  const admin = await shop.signInAdmin()
  const as = { customer: { token: customer.token }, admin: { token: admin.token } }
  const product = await addProduct(shop, { name: NAME, description: word(500), quantity: 10_000 })
  const scarce = await addProduct(shop, { name: `A${word(199)}`, description: word(500), quantity: 100 })
  const order = async () => {
    const body = { orderId: product._id, orders: 100, phone: word(50), address: word(500) }
    return (await shop.call('POST', '/api/bookings', { ...as.customer, body })).json
  }
  await payOrder(shop, customer, await order())
  const sent = await payOrder(shop, customer, await order())
  const shipment = { carrier: word(100), number: word(100), sentOn: sent.createdAt.slice(0, 10) }
  const info = {
    education: word(500),
    location: word(500),
    number: '12345678901234567890',
    linkdin: word(300),
  }
  const rating = { rating: '♥♥♥♥♡', description: word(500), image: '' }
  const feedback = { name: NAME, email: word(254), feedback: word(562) }
  for (const [method, target, options] of [
    ['PUT', `/api/bookings/${sent._id}/shipment`, { ...as.admin, body: shipment }],
    ['PUT', `/api/profile/${customer.email}`, { ...as.customer, body: { info } }],
    ['POST', '/api/ratings', { ...as.customer, body: rating }],
    ['POST', '/api/ratings', { ...as.admin, body: rating }],
    ['POST', '/api/feedback', { body: feedback }],
    ['POST', '/api/subscriptions', { body: { email: EMAIL } }],
  ] as const) {
    const { status, json } = await shop.call(method, target, options)
    expect(status, `${method} ${target}: ${json.error}`).toBeLessThan(300)
  }
  const unpaid = await order()
  const billing = { purchaseOrder: word(50), billTo: word(500) }
  await shop.call('PATCH', `/api/booking/${unpaid._id}/purchase-order`, { ...as.customer, body: billing })
  const words = { purchaseOrder: word(50), message: word(2000) }
  const asked = await askForQuote(shop, customer, product, words)
  const offered = await makeOffer(shop, await askForQuote(shop, customer, product, words), {
    note: word(2000),
  })
  const ids = {
    product: product._id,
    item: itemAddress(product),
    scarce: scarce._id,
    scarceItem: itemAddress(scarce),
    unpaid: unpaid._id,
    shipped: sent._id,
    asked: asked._id,
    offered: offered._id,
  }
  return { customer, admin, ids }
}

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
