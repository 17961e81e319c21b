import { itemAddress } from '../contract/catalogue/item-address.ts'
import { expect, type Shop } from './fixtures.ts'
import { addProduct, payOrder } from './orders.ts'
import { askForQuote, makeOffer } from './quotes.ts'

export const word = (length: number) => 'Donaudampfschifffahrt'.repeat(30).slice(0, length)
export const NAME = word(200)
const EMAIL = `${word(60)}@${word(60)}.${word(60)}.example`

/** Every text that somebody can type, as one word of 500 characters or of as many as are taken. */
export async function typeLongWords(shop: Shop) {
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
  const image = `https://${word(60)}.${word(60)}.example/${word(300)}`
  const rating = { rating: '♥♥♥♥♡', description: word(500), image }
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
