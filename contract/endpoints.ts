import { z } from 'zod'
import { booking, bookingQuery, newBooking, shipment } from './bookings.ts'
import { type CallDefinition, calls } from './calls.ts'
import { inboxQuery, newFeedback, newSubscription, storedFeedback, subscription } from './feedback.ts'
import { email, id } from './fields.ts'
import { overview, overviewQuery } from './overview.ts'
import { paymentConfirmation, paymentRequest, paymentSecret, refund } from './payments.ts'
import { historyQuery, managedProduct, productEdit, productHistory, restock } from './product-changes.ts'
import { newProduct, product, productQuery } from './products.ts'
import { newProfileInfo, profileInfo } from './profiles.ts'
import { newRating, rating } from './ratings.ts'
import { successMessage } from './responses.ts'
import { user, userQuery } from './users.ts'

export type Endpoint = CallDefinition & {
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
}

const endpoint = <const E extends Endpoint>(declared: E) => declared

const byId = z.object({ id })
const byEmail = z.object({ email })

/** THE table: every call between browser and server. */
export const endpoints = {
  checkAdmin: endpoint({
    ...calls.checkAdmin,
    summary: 'Whether this person is an admin',
    params: byEmail,
    response: z.object({ admin: z.boolean() }),
  }),
  recordUser: endpoint({
    ...calls.recordUser,
    summary: 'Record a person who has signed in',
    params: byEmail,
    body: z.unknown(),
    response: z.object({ success: z.literal(true), result: user, token: z.string() }),
  }),
  listProducts: endpoint({
    ...calls.listProducts,
    summary:
      'All products, newest first; with any of the parameters one page of them, the headers x-total-count and link telling of the others; where x-total-exact is false, there are more, but only so many pages',
    query: productQuery,
    response: z.array(product),
  }),
  getProduct: endpoint({
    ...calls.getProduct,
    summary: 'One product',
    params: byId,
    response: product,
  }),
  addProduct: endpoint({
    ...calls.addProduct,
    summary: 'Add a product',
    body: newProduct,
    response: successMessage,
  }),
  editProduct: endpoint({
    ...calls.editProduct,
    summary: 'Change a product; refused when somebody else has changed it since the version that was edited',
    params: byId,
    body: productEdit,
    response: managedProduct,
  }),
  restockProduct: endpoint({
    ...calls.restockProduct,
    summary:
      'Add units to the stock, or set it to a counted quantity; the header Idempotency-Key makes a repeated submit one change',
    params: byId,
    body: restock,
    response: managedProduct,
  }),
  getProductHistory: endpoint({
    ...calls.getProductHistory,
    summary: 'A product with the changes made to it, newest first; with `before` the ones before that change',
    params: byId,
    query: historyQuery,
    response: productHistory,
  }),
  deleteProduct: endpoint({
    ...calls.deleteProduct,
    summary: 'Remove a product',
    params: byId,
    response: successMessage,
  }),
  placeBooking: endpoint({
    ...calls.placeBooking,
    summary: 'Order a product; the header Idempotency-Key makes a repeated submit one order',
    body: newBooking,
    response: booking,
  }),
  listBookings: endpoint({
    ...calls.listBookings,
    summary:
      'All orders, newest first; with any of the parameters one page of them, the header x-total-count telling how many there are; where x-total-exact is false, there are more, but only so many pages',
    query: bookingQuery,
    response: z.array(booking),
  }),
  deleteBooking: endpoint({
    ...calls.deleteBooking,
    summary: 'Delete an unpaid order: its owner or an admin',
    params: byId,
    response: successMessage,
  }),
  listOwnBookings: endpoint({
    ...calls.listOwnBookings,
    summary: 'Own orders, newest first',
    query: byEmail,
    response: z.array(booking),
  }),
  getBooking: endpoint({
    ...calls.getBooking,
    summary: 'One order: its owner or an admin',
    params: byId,
    response: booking,
  }),
  payBooking: endpoint({
    ...calls.payBooking,
    summary: 'Mark an own order as paid; the payment is checked with the card provider',
    params: byId,
    body: paymentConfirmation,
    response: booking,
  }),
  recordShipment: endpoint({
    ...calls.recordShipment,
    summary: 'Record that a paid order was sent; sending it again corrects what was recorded',
    params: byId,
    body: shipment,
    response: booking,
  }),
  createPaymentIntent: endpoint({
    ...calls.createPaymentIntent,
    summary: 'Begin the card payment of an own order',
    body: paymentRequest,
    response: paymentSecret,
  }),
  listRefunds: endpoint({
    ...calls.listRefunds,
    summary: 'Refunds, newest first',
    response: z.array(refund),
  }),
  listRatings: endpoint({
    ...calls.listRatings,
    summary: 'All reviews, newest first',
    response: z.array(rating),
  }),
  addRating: endpoint({
    ...calls.addRating,
    summary: 'Write a review',
    body: newRating,
    response: successMessage,
  }),
  deleteRating: endpoint({
    ...calls.deleteRating,
    summary: 'Delete a review',
    params: byId,
    response: successMessage,
  }),
  listOwnRatings: endpoint({
    ...calls.listOwnRatings,
    summary: 'Own reviews, newest first',
    query: byEmail,
    response: z.array(rating),
  }),
  listUsers: endpoint({
    ...calls.listUsers,
    summary:
      'All users, newest first; with any of the parameters one page of them, the header x-total-count telling how many there are; where x-total-exact is false, there are more, but only so many pages',
    query: userQuery,
    response: z.array(user),
  }),
  makeAdmin: endpoint({
    ...calls.makeAdmin,
    summary: 'Make a user an admin',
    params: byEmail,
    body: z.unknown(),
    response: z.object({ modifiedCount: z.number() }),
  }),
  deleteUser: endpoint({
    ...calls.deleteUser,
    summary: 'Remove a user',
    params: byId,
    response: successMessage,
  }),
  getProfileInfo: endpoint({
    ...calls.getProfileInfo,
    summary: 'Own profile',
    query: byEmail,
    response: z.object({ info: profileInfo }),
  }),
  saveProfile: endpoint({
    ...calls.saveProfile,
    summary: 'Save the own profile',
    params: byEmail,
    body: z.object({ info: newProfileInfo }),
    response: z.object({ info: profileInfo }),
  }),
  getOverview: endpoint({
    ...calls.getOverview,
    summary:
      'How business goes: sales by day and month of a time zone (UTC where none is given), and what waits to be done',
    query: overviewQuery,
    response: overview,
  }),
  listFeedback: endpoint({
    ...calls.listFeedback,
    summary:
      'All feedback, newest first; with any of the parameters one page of it, the header x-total-count telling how much there is; where x-total-exact is false, there are more, but only so many pages',
    query: inboxQuery,
    response: z.array(storedFeedback),
  }),
  listSubscriptions: endpoint({
    ...calls.listSubscriptions,
    summary:
      'All subscriptions, newest first; with any of the parameters one page of them, the header x-total-count telling how many there are; where x-total-exact is false, there are more, but only so many pages',
    query: inboxQuery,
    response: z.array(subscription),
  }),
  sendFeedback: endpoint({
    ...calls.sendFeedback,
    summary: 'Leave feedback for the shop',
    body: newFeedback,
    response: successMessage,
  }),
  subscribe: endpoint({
    ...calls.subscribe,
    summary: 'Leave an email for news from the shop; one that is known already stays',
    body: newSubscription,
    response: successMessage,
  }),
} as const satisfies Record<keyof typeof calls, Endpoint>

export type Endpoints = typeof endpoints

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer T> ? T : undefined

/** What the server's handler receives, checked. */
export type Call<E extends Endpoint> = {
  params: Parsed<Part<E, 'params'>>
  query: Parsed<Part<E, 'query'>>
  body: Parsed<Part<E, 'body'>>
}

/** What the browser has to give. Bodies may carry further fields that the specification lists; the server ignores them. */
export type Input<E extends Endpoint> = {
  [K in 'params' | 'body' as Part<E, K> extends undefined ? never : K]: K extends 'body'
    ? Sent<Part<E, K>> & Record<string, unknown>
    : Sent<Part<E, K>>
} & QueryInput<Sent<Part<E, 'query'>>>

type QueryInput<Q> = Q extends undefined ? unknown : Partial<Q> extends Q ? { query?: Q } : { query: Q }

export type ResponseOf<E extends Endpoint> = z.output<E['response']>
