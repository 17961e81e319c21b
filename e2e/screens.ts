import type { Page } from 'playwright/test'
import { itemAddress } from '../contract/catalogue/item-address.ts'
import { MINIMUM_ORDER } from '../contract/catalogue/order-quantity.ts'
import type { Product } from '../contract/catalogue/products.ts'
import { expect, loading, type Person, type Shop } from './fixtures.ts'
import { payOrder, shipOrder } from './orders.ts'
import { askForQuote, makeOffer } from './quotes.ts'

export const VISITORS = ['visitor', 'customer', 'admin'] as const
export type Visitor = (typeof VISITORS)[number]
export type Ids = Record<
  'product' | 'item' | 'scarce' | 'scarceItem' | 'unpaid' | 'shipped' | 'asked' | 'offered',
  string
>

export type Visit = {
  name: string
  path: string
  /** The name of a button that opens what there is to see. */
  press: string | undefined
}

/** Every screen that this kind of visitor can see, for axe and for pictures. */
export function visits(visitor: Visitor, ids: Ids): Visit[] {
  const open = [
    ['home', '/'],
    ['catalogue', '/catalogue'],
    ['search', '/catalogue?q=hammer'],
    ['category', '/catalogue?category=hand-tools'],
    ['list', '/catalogue?category=hand-tools&view=list&units=500'],
    ['nothing-found', '/catalogue?q=unobtainium'],
    ['item', ids.item],
    ['item-not-orderable', ids.scarceItem],
    ['reviews', '/reviews'],
    ['blog', '/blog'],
    ['subscribe', '/extra'],
    ['portfolio', '/portfolio'],
    ['privacy', '/privacy'],
    ['terms', '/terms'],
    ['contact', '/contact'],
    ['docs', '/docs'],
    ['login', '/login'],
    ['login-to-order', `/login?from=%2Fproduct%2F${ids.product}`],
    ['signup', '/signup'],
    ['forgot-password', '/forgot-password'],
    ['reset-password', '/reset-password#token=sample'],
    ['reset-password-without-link', '/reset-password'],
    ['verify-email', '/verify-email#token=sample'],
    ['not-found', '/nowhere'],
  ]
  const signedIn = [
    ['product', `/product/${ids.product}`],
    ['product-not-orderable', `/product/${ids.scarce}`],
    ['ask-for-quote', `/product/${ids.product}`, 'Ask for a quote'],
    ['no-product', '/product/00000000-0000-7000-8000-000000000000'],
    ['dashboard', '/dashboard'],
    ['profile', '/dashboard/profile'],
    ['turn-on-two-step', '/dashboard/profile', 'Turn on two-step sign-in'],
    ['delete-account', '/dashboard/profile', 'Delete my account'],
    ['my-review', '/dashboard/myReview'],
    ['add-review', '/dashboard/addReview'],
    ['my-order', '/dashboard/order'],
    ['billing-details', '/dashboard/order', 'billing details'],
    ['order-unpaid', `/dashboard/order/${ids.unpaid}`],
    ['order-shipped', `/dashboard/order/${ids.shipped}`],
    ['no-order', '/dashboard/order/00000000-0000-7000-8000-000000000000'],
    ['payment', `/dashboard/payment/${ids.unpaid}`],
    ['quote-asked', `/dashboard/quote/${ids.asked}`],
    ['quote-offered', `/dashboard/quote/${ids.offered}`],
    ['no-quote', '/dashboard/quote/00000000-0000-7000-8000-000000000000'],
    ['add-product', '/dashboard/addProduct'],
    ['manage-product', '/dashboard/manageProduct'],
    ['manage-order', '/dashboard/myOrder'],
  ]
  const admin = [
    ...signedIn.filter(
      ([name = '']) => !['no-product', 'no-order', 'no-quote', 'billing-details'].includes(name),
    ),
    ['rename-category', '/dashboard/manageProduct', 'Rename category'],
    ['import-products', '/dashboard/import'],
    ['export-orders', '/dashboard/myOrder', 'Export orders'],
    ['make-admin', '/dashboard/users'],
    ['record-shipment', '/dashboard/myOrder', 'Record shipment'],
    ['order-details', '/dashboard/myOrder', 'Details of order'],
    ['manage-quotes', '/dashboard/myOrder?view=quotes'],
    ['make-offer', '/dashboard/myOrder?view=quotes', 'Make an offer'],
  ]
  const entries = { visitor: open, customer: signedIn, admin }[visitor]
  return entries.map(([name = '', path = '', press]) => ({ name, path, press }))
}

/** Goes to a screen and waits until all of it is there. */
export async function openScreen(page: Page, { path, press }: Visit) {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(loading(page)).toHaveCount(0)
  if (!press) return
  await page.getByRole('button', { name: press }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog').locator('[aria-busy=true]')).toHaveCount(0)
}

/** Somebody who sees the screens of this kind of visitor. */
export const personFor = (shop: Shop, visitor: Visitor): Promise<Person> =>
  visitor === 'admin' ? shop.signInAdmin() : shop.signUp('Ada Example')

/** A product to look at, and of the visitor's own: orders to pay, paid and sent, quotes asked for and offered. */
export async function interestingIds(shop: Shop, token: string): Promise<Ids> {
  const { json: products } = await shop.call('GET', '/api/products')
  const found: Product = products.find(({ quantity }: Product) => quantity > 2_000)
  const scarce: Product = products.find(({ quantity }: Product) => quantity <= MINIMUM_ORDER)
  const product = found._id
  const order = async (orders: number) => {
    const body = { orderId: product, orders, phone: '555 0100', address: '1 Sample Street\nExample Town' }
    return (await shop.call('POST', '/api/bookings', { token, body })).json
  }
  const rating = {
    rating: '♥♥♥♥♡',
    description: 'Boxes counted right, and the pallet came on time.',
    image: '',
  }
  await shop.call('POST', '/api/ratings', { token, body: rating })
  await payOrder(shop, { token }, await order(250))
  const shipped = await payOrder(shop, { token }, await order(120))
  await shipOrder(shop, shipped)
  const ask = () => askForQuote(shop, { token }, { _id: product })
  const offered = await makeOffer(shop, await ask())
  return {
    product,
    item: itemAddress(found),
    scarce: scarce._id,
    scarceItem: itemAddress(scarce),
    unpaid: (await order(100))._id,
    shipped: shipped._id,
    asked: (await ask())._id,
    offered: offered._id,
  }
}
