import { z } from 'zod'
import { done } from './answers.ts'
import { booking, newBooking } from './bookings.ts'
import { newFeedback } from './feedback.ts'
import { email, id } from './fields.ts'
import { paymentReport, paymentRequest, paymentSecret } from './payments.ts'
import { newProduct, product } from './products.ts'
import { newProfileInfo, profileInfo } from './profiles.ts'
import { newRating, rating } from './ratings.ts'
import { user } from './users.ts'

/**
 * Who may call: anyone; any signed-in user; only the person whose e-mail stands in the path or query;
 * that person or an admin; only admins. What belongs to one record's owner is decided by its use case.
 */
export type Access = 'anyone' | 'signed-in' | 'self' | 'self-or-admin' | 'admin'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Endpoint = {
  method: Method
  path: `/${string}`
  access: Access
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
}

const endpoint = <const E extends Endpoint>(declared: E) => declared

const byId = z.object({ id })
const byEmail = z.object({ email })

/** THE table: every call between browser and server. */
export const endpoints = {
  checkAdmin: endpoint({
    method: 'GET',
    path: '/admin/:email',
    access: 'self-or-admin',
    summary: 'Whether this person is an admin',
    params: byEmail,
    answer: z.object({ admin: z.boolean() }),
  }),
  recordUser: endpoint({
    method: 'PUT',
    path: '/user/:email',
    access: 'self',
    summary: 'Record a person who has signed in',
    params: byEmail,
    body: z.unknown(),
    answer: z.object({ success: z.literal(true), result: user, token: z.string() }),
  }),
  listProducts: endpoint({
    method: 'GET',
    path: '/products',
    access: 'anyone',
    summary: 'All products, newest first',
    answer: z.array(product),
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/product/:id',
    access: 'anyone',
    summary: 'One product',
    params: byId,
    answer: product,
  }),
  addProduct: endpoint({
    method: 'POST',
    path: '/products',
    access: 'admin',
    summary: 'Add a product',
    body: newProduct,
    answer: done,
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    path: '/products/:id',
    access: 'admin',
    summary: 'Remove a product',
    params: byId,
    answer: done,
  }),
  placeBooking: endpoint({
    method: 'POST',
    path: '/bookings',
    access: 'signed-in',
    summary: 'Order a product; the header Idempotency-Key makes a repeated submit one order',
    body: newBooking,
    answer: booking,
  }),
  listBookings: endpoint({
    method: 'GET',
    path: '/bookings',
    access: 'admin',
    summary: 'All orders, newest first',
    answer: z.array(booking),
  }),
  deleteBooking: endpoint({
    method: 'DELETE',
    path: '/bookings/:id',
    access: 'signed-in',
    summary: 'Delete an unpaid order: its owner or an admin',
    params: byId,
    answer: done,
  }),
  listOwnBookings: endpoint({
    method: 'GET',
    path: '/myitem',
    access: 'self',
    summary: 'Own orders, newest first',
    query: byEmail,
    answer: z.array(booking),
  }),
  getBooking: endpoint({
    method: 'GET',
    path: '/booking/:id',
    access: 'signed-in',
    summary: 'One order: its owner or an admin',
    params: byId,
    answer: booking,
  }),
  payBooking: endpoint({
    method: 'PATCH',
    path: '/booking/:id',
    access: 'signed-in',
    summary: 'Mark an own order as paid; the payment is checked with the card provider',
    params: byId,
    body: paymentReport,
    answer: booking,
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    access: 'signed-in',
    summary: 'Begin the card payment of an own order',
    body: paymentRequest,
    answer: paymentSecret,
  }),
  listRatings: endpoint({
    method: 'GET',
    path: '/ratings',
    access: 'anyone',
    summary: 'All reviews, newest first',
    answer: z.array(rating),
  }),
  addRating: endpoint({
    method: 'POST',
    path: '/ratings',
    access: 'signed-in',
    summary: 'Write a review',
    body: newRating,
    answer: done,
  }),
  listOwnRatings: endpoint({
    method: 'GET',
    path: '/myReview',
    access: 'self',
    summary: 'Own reviews, newest first',
    query: byEmail,
    answer: z.array(rating),
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/user',
    access: 'admin',
    summary: 'All users',
    answer: z.array(user),
  }),
  makeAdmin: endpoint({
    method: 'PUT',
    path: '/user/admin/:email',
    access: 'admin',
    summary: 'Make a user an admin',
    params: byEmail,
    body: z.unknown(),
    answer: z.object({ modifiedCount: z.number() }),
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    access: 'admin',
    summary: 'Remove a user',
    params: byId,
    answer: done,
  }),
  getProfileInfo: endpoint({
    method: 'GET',
    path: '/profileInfo',
    access: 'self',
    summary: 'Own profile',
    query: byEmail,
    answer: z.object({ info: profileInfo }),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/profile/:email',
    access: 'self',
    summary: 'Save the own profile',
    params: byEmail,
    body: z.object({ info: newProfileInfo }),
    answer: z.object({ info: profileInfo }),
  }),
  sendFeedback: endpoint({
    method: 'POST',
    path: '/feedback',
    access: 'anyone',
    summary: 'Leave feedback for the shop',
    body: newFeedback,
    answer: done,
  }),
} as const satisfies Record<string, Endpoint>

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

/** What the browser has to give. */
export type Asked<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends undefined ? never : K]: Sent<Part<E, K>>
}

export type Answer<E extends Endpoint> = z.output<E['answer']>
