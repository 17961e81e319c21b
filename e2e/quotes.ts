import type { Page } from 'playwright/test'
import type { Product } from '../contract/catalogue/products.ts'
import type { NewQuote, Offer, Quote } from '../contract/sales/quotes.ts'
import type { Person, Shop } from './fixtures.ts'

/** Two weeks ahead, as a date field has it. */
const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)

export async function askForQuote(
  shop: Shop,
  { token }: Pick<Person, 'token'>,
  product: Pick<Product, '_id'>,
  given: Partial<NewQuote> = {},
) {
  const body = {
    productId: product._id,
    orders: 600,
    purchaseOrder: 'PO 4711',
    message: 'For the spring season. What is possible for a whole pallet?',
    ...given,
  }
  return (await shop.call('POST', '/api/quotes', { token, body })).json as Quote
}

/** By default 10 % below the list price, and 15 % for a whole pallet. */
export async function makeOffer(shop: Shop, { _id, productId }: Quote, given: Partial<Offer> = {}) {
  const { token } = await shop.signInAdmin()
  const { price: listPrice } = (await shop.call('GET', `/api/product/${productId}`)).json as Product
  const body = {
    steps: [
      { orders: 600, price: Math.floor(listPrice * 90) / 100 },
      { orders: 800, price: Math.floor(listPrice * 85) / 100 },
    ],
    validUntil: inTwoWeeks(),
    hold: true,
    note: 'A pallet holds 800.',
    ...given,
  }
  return (await shop.call('PUT', `/api/quotes/${_id}/offer`, { token, body })).json as Quote
}

/** The row of one quote in My Order or Manage Order, a card on a phone. */
export const quoteRow = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })
