import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import { makeRecords } from './access-fixtures.ts'
import { everythingStored } from './everything-stored.ts'
import { forgeTokens } from './forged-tokens.ts'
import { makePicture } from './make-picture.ts'
import { openShopForFile } from './shop.ts'

type Name = keyof typeof endpoints
/** `file` is sent as it is. */
type Target = { path: string; body?: unknown; file?: string }
/** The call as it concerns `owner`, and what each caller is answered. An owner may do it only with their own. */
type Row = {
  target: () => Target | Promise<Target>
  anonymous: number
  owner: number
  other: number
  admin: number
}

const signedIn = { anonymous: 401, owner: 200, other: 200, admin: 200 }
const ownOnly = { anonymous: 401, owner: 200, other: 403, admin: 403 }
const adminOnly = { anonymous: 401, owner: 403, other: 403, admin: 200 }
const everybody = { anonymous: 200, owner: 200, other: 200, admin: 200 }

const byOwner = { anonymous: 401, owner: 200, other: 404, admin: 404 }

const product = { name: 'Crowbar', image: '/x.svg', description: 'Steel', price: 1, quantity: 1_000_000 }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const order = () => ({ orderId: productId, orders: 100, phone: '1', address: 'Quay 1' })
const bankTransfer = async () => ({ path: `/booking/${await placeBooking()}/bank-transfer` })

const offer = {
  steps: [{ orders: 100, price: 1 }],
  validUntil: new Date().toISOString().slice(0, 10),
  hold: true,
}

const rows: Record<Name, Row> = {
  checkAdmin: { target: () => ({ path: `/admin/${owner.email}` }), ...ownOnly, admin: 200 },
  recordUser: { target: () => ({ path: `/user/${owner.email}`, body: { email: owner.email } }), ...ownOnly },
  listProducts: { target: () => ({ path: '/products' }), ...everybody },
  getProduct: { target: () => ({ path: `/product/${productId}` }), ...everybody },
  addProduct: { target: () => ({ path: '/products', body: product }), ...adminOnly },
  editProduct: {
    target: async () => ({ path: `/products/${await addProduct()}`, body: { version: 1, price: 2 } }),
    ...adminOnly,
  },
  restockProduct: {
    target: () => ({ path: `/products/${productId}/stock`, body: { add: 1, reason: 'Delivery' } }),
    ...adminOnly,
  },
  getProductHistory: { target: () => ({ path: `/products/${productId}/changes` }), ...adminOnly },
  deleteProduct: { target: async () => ({ path: `/products/${await addProduct()}` }), ...adminOnly },
  listCategories: { target: () => ({ path: '/categories' }), ...everybody },
  renameCategory: {
    target: async () => ({ path: `/categories/${await addCategory()}`, body: { name: 'Levers' } }),
    ...adminOnly,
  },
  uploadPicture: { target: async () => ({ path: '/pictures', body: await makePicture() }), ...adminOnly },
  getLastDelivery: { target: () => ({ path: '/last-delivery' }), ...signedIn },
  exportProducts: { target: () => ({ path: '/products.csv' }), ...adminOnly },
  exportBookings: { target: () => ({ path: '/bookings.csv' }), ...adminOnly },
  startImport: { target: () => finishImports(), ...adminOnly },
  getLatestImport: { target: () => ({ path: '/imports' }), ...adminOnly },
  getImport: { target: async () => ({ path: `/imports/${await checkImport()}` }), ...adminOnly },
  applyImport: { target: async () => ({ path: `/imports/${await checkImport()}/apply` }), ...adminOnly },
  placeBooking: { target: () => ({ path: '/bookings', body: order() }), ...signedIn },
  listBookings: { target: () => ({ path: '/bookings' }), ...adminOnly },
  deleteBooking: {
    target: async () => ({ path: `/bookings/${await placeBooking()}` }),
    ...signedIn,
    other: 404,
  },
  listOwnBookings: { target: () => ({ path: `/myitem?email=${owner.email}` }), ...ownOnly },
  getBooking: { target: async () => ({ path: `/booking/${await placeBooking()}` }), ...signedIn, other: 404 },
  payBooking: {
    target: async () => ({
      path: `/booking/${await placeBooking()}`,
      body: { payment: '', transictionId: 'pi_of_nobody' },
    }),
    anonymous: 401,
    // His own order is found, but such a payment does not exist.
    owner: 409,
    other: 404,
    admin: 404,
  },
  createPaymentIntent: {
    target: async () => ({
      path: '/create-payment-intent',
      body: { price: 100, bookingId: await placeBooking() },
    }),
    ...byOwner,
  },
  getBankTransfer: { target: bankTransfer, ...signedIn, other: 404 },
  chooseBankTransfer: { target: bankTransfer, ...byOwner },
  getProForma: {
    target: async () => ({ path: `/booking/${await placeBooking()}/proforma.pdf` }),
    ...signedIn,
    other: 404,
  },
  getInvoice: {
    target: async () => ({ path: `/booking/${await payByBank()}/invoice.pdf` }),
    ...signedIn,
    other: 404,
  },
  getCreditNote: {
    target: async () => ({ path: `${await addCreditNote()}.pdf` }),
    ...signedIn,
    other: 404,
  },
  getPackingSlip: {
    target: async () => ({ path: `/booking/${await payByBank()}/packing-slip.pdf` }),
    ...adminOnly,
  },
  getOffer: {
    target: async () => ({ path: `/quotes/${await makeOffer()}/offer.pdf` }),
    ...signedIn,
    other: 404,
  },
  askForQuote: { target: () => ({ path: '/quotes', body: { productId, orders: 100 } }), ...signedIn },
  listOwnQuotes: { target: () => ({ path: `/myQuotes?email=${owner.email}` }), ...ownOnly },
  listQuotes: { target: () => ({ path: '/quotes' }), ...adminOnly },
  getQuote: { target: async () => ({ path: `/quotes/${await makeOffer()}` }), ...signedIn, other: 404 },
  offerQuote: {
    target: async () => ({ path: `/quotes/${await askForQuote()}/offer`, body: offer }),
    ...adminOnly,
  },
  acceptQuote: {
    target: async () => ({
      path: `/quotes/${await makeOffer()}/accept`,
      body: { orders: 100, phone: '1', address: 'Quay 1' },
    }),
    ...byOwner,
  },
  declineQuote: { target: async () => ({ path: `/quotes/${await makeOffer()}/decline` }), ...byOwner },
  withdrawQuote: {
    target: async () => ({ path: `/quotes/${await askForQuote()}` }),
    ...signedIn,
    other: 404,
  },
  recordShipment: {
    target: async () => ({
      path: `/bookings/${await payForBooking()}/shipment`,
      body: { carrier: 'Van', number: '7', sentOn: new Date().toISOString().slice(0, 10) },
    }),
    ...adminOnly,
  },
  setPurchaseOrder: {
    target: async () => ({
      path: `/booking/${await placeBooking()}/purchase-order`,
      body: { purchaseOrder: 'PO 7', billTo: 'Example Ltd.\nTax id 7' },
    }),
    ...signedIn,
    other: 404,
    admin: 404,
  },
  prolongHold: {
    target: async () => ({ path: `/booking/${await placeBooking()}/hold`, body: { until: inDays(3) } }),
    ...adminOnly,
  },
  recordBankPayment: {
    target: async () => ({
      path: `/booking/${await placeBooking()}/bank-payment`,
      body: { reference: 'Transfer 7', receivedOn: inDays(0) },
    }),
    ...adminOnly,
  },
  refundBooking: {
    target: async () => ({
      path: `/booking/${await payForBooking()}/refunds`,
      body: { amount: 1, reason: 'Damaged', restock: 1 },
    }),
    ...adminOnly,
  },
  retryRefund: { target: async () => ({ path: `/refunds/${await addFailedRefund()}/retry` }), ...adminOnly },
  settleRefund: {
    target: async () => ({ path: `/refunds/${await addFailedRefund()}/settle` }),
    ...adminOnly,
  },
  listRefunds: { target: () => ({ path: '/refunds' }), ...adminOnly },
  getOverview: { target: () => ({ path: '/overview?timeZone=Europe/Berlin' }), ...adminOnly },
  listFailedJobs: {
    target: async () => {
      await addFailedJob()
      return { path: '/failed-jobs' }
    },
    ...adminOnly,
  },
  retryFailedJob: {
    target: async () => ({ path: `/failed-jobs/${await addFailedJob()}/retry` }),
    ...adminOnly,
  },
  listFailedMails: { target: () => ({ path: '/failed-mails' }), ...adminOnly },
  retryMail: { target: async () => ({ path: `/failed-mails/${await addFailedMail()}/retry` }), ...adminOnly },
  listFeedback: { target: () => ({ path: '/feedback' }), ...adminOnly },
  listSubscriptions: { target: () => ({ path: '/subscriptions' }), ...adminOnly },
  deleteFeedback: { target: async () => ({ path: `/feedback/${await addFeedback()}` }), ...adminOnly },
  deleteSubscription: { target: async () => ({ path: `/subscriptions/${await subscribe()}` }), ...adminOnly },
  listRatings: { target: () => ({ path: '/ratings' }), ...everybody },
  addRating: {
    target: () => ({ path: '/ratings', body: { description: 'Good', rating: HEARTS[0] } }),
    ...signedIn,
  },
  deleteRating: { target: async () => ({ path: `/ratings/${await addRating()}` }), ...adminOnly },
  deleteRatingsByAuthor: {
    target: async () => ({ path: `/ratings/${await addRating()}/all-by-author` }),
    ...adminOnly,
  },
  showRatingPicture: {
    target: async () => ({ path: `/ratings/${await addRating()}/picture`, body: { shown: true } }),
    ...adminOnly,
  },
  listOwnRatings: { target: () => ({ path: `/myReview?email=${owner.email}` }), ...ownOnly },
  listUsers: { target: () => ({ path: '/user' }), ...adminOnly },
  makeAdmin: { target: async () => ({ path: `/user/admin/${(await addUser()).email}` }), ...adminOnly },
  deleteUser: { target: async () => ({ path: `/users/${(await addUser()).id}` }), ...adminOnly },
  getProfileInfo: { target: () => ({ path: `/profileInfo?email=${owner.email}` }), ...ownOnly },
  getMyData: { target: () => ({ path: '/my-data' }), ...signedIn },
  deleteAccount: {
    target: () => ({ path: '/account', body: { password: 'not their password' } }),
    anonymous: 401,
    // Their own account, but a wrong password.
    owner: 403,
    other: 403,
    admin: 403,
  },
  saveProfile: {
    target: () => ({ path: `/profile/${owner.email}`, body: { info: { number: '1' } } }),
    ...ownOnly,
  },
  sendFeedback: {
    target: () => ({ path: '/feedback', body: { name: 'A', email: 'a', feedback: 'Good' } }),
    ...everybody,
  },
  subscribe: { target: () => ({ path: '/subscriptions', body: { email: 'a@example.com' } }), ...everybody },
}

const shop = await openShopForFile()
const [owner, other, admin, removed] = await Promise.all([
  shop.signUp(),
  shop.signUp(),
  shop.signUpAdmin(),
  shop.signUp(),
])
await shop.shop.db.$client.query(
  `update users set deleted_at = now(), deleted_by = 'test' where email = $1`,
  [removed.email],
)
const {
  addCreditNote,
  addFailedJob,
  addFailedMail,
  addFailedRefund,
  addFeedback,
  addProduct,
  addCategory,
  addRating,
  addUser,
  askForQuote,
  checkImport,
  finishImports,
  makeOffer,
  payByBank,
  payForBooking,
  placeBooking,
  subscribe,
} = makeRecords({ shop, owner, admin, product, order, offer })
const productId = await addProduct()
const { genuine, forged } = await forgeTokens(shop, owner, admin)

test('every call of the contract is mounted, and only those', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json')
  const mounted = Object.entries<object>(json.paths)
    .filter(([path]) => !path.startsWith('/auth/'))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
  const declared = Object.values(endpoints).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(mounted.sort()).toEqual(declared.sort())
})

test('every call of the contract has its row here', () => {
  expect(Object.keys(rows).sort()).toEqual(Object.keys(endpoints).sort())
})

const names = Object.keys(rows) as Name[]
const refusedBy = (name: Name) => cells(rows[name]).filter(({ status }) => status !== 200)
const allowedBy = (name: Name) => cells(rows[name]).filter(({ status }) => status === 200)
const call = (name: Name, { path, file, body = file }: Target, token: string | undefined) =>
  shop.call(endpoints[name].method, `/api${path}`, {
    ...(token && { token }),
    ...(body !== undefined && { body }),
    ...(file !== undefined && { headers: { 'content-type': 'application/octet-stream' } }),
  })

test.each(names.filter((name) => refusedBy(name).length > 0))(
  '%s refuses whoever may not, and that changes nothing',
  async (name) => {
    const target = await rows[name].target()
    const before = await everythingStored(shop)
    for (const { caller, token, status, sentence } of refusedBy(name)) {
      const answered = await call(name, target, token)
      expect(answered.status, caller).toBe(status)
      expect(answered.json, caller).toEqual({ success: false, error: sentence ?? expect.any(String) })
    }
    expect(await everythingStored(shop)).toEqual(before)
  },
)

test.each(names.filter((name) => allowedBy(name).length > 0))(
  '%s answers those who may, in the shape that the contract promises',
  async (name) => {
    const { response } = endpoints[name]
    for (const { caller, token } of allowedBy(name)) {
      const { status, text, json } = await call(name, await rows[name].target(), token)
      expect(status, `${caller}: ${text}`).toBe(200)
      expect(response.safeParse(json).error, caller).toBeUndefined()
    }
  },
)

type Cell = { caller: string; token: string | undefined; status: number; sentence?: string }

function cells(row: Row): Cell[] {
  const open = row.anonymous === 200
  return [
    { caller: 'anonymous', token: undefined, status: row.anonymous },
    { caller: 'owner', token: owner.token, status: row.owner },
    { caller: 'owner by a token signed here', token: genuine, status: row.owner },
    { caller: 'another customer', token: other.token, status: row.other },
    { caller: 'admin', token: admin.token, status: row.admin },
    {
      caller: 'removed user',
      token: removed.token,
      ...(open ? { status: 200 } : { status: 403, sentence: 'This account was removed' }),
    },
    ...Object.entries(forged).map(([caller, token]) => ({ caller, token, status: open ? 200 : 401 })),
  ]
}
