import { z } from 'zod'
import { accountDeletion, myData } from './accounts.ts'
import { apiRoutes } from './calls/api-routes.ts'
import { byEmail, byId, type CallDescription, type Endpoint } from './calls/endpoint.ts'
import { successMessage } from './calls/responses.ts'
import { importEndpoints } from './catalogue/import-endpoints.ts'
import { productEndpoints } from './catalogue/product-endpoints.ts'
import { failedJob } from './desk/failed-jobs.ts'
import { failedMail } from './desk/failed-mails.ts'
import { overview, overviewQuery } from './desk/overview.ts'
import { inboxQuery, newFeedback, newSubscription, storedFeedback, subscription } from './people/feedback.ts'
import { newProfileInfo, profileInfo } from './people/profiles.ts'
import { newRating, pictureChoice, rating } from './people/ratings.ts'
import { listedUser, user, userQuery } from './people/users.ts'
import { bookingEndpoints } from './sales/booking-endpoints.ts'
import { quoteEndpoints } from './sales/quote-endpoints.ts'

const described = {
  checkAdmin: {
    summary: 'Whether this user is an admin',
    params: byEmail,
    noun: 'user',
    response: z.object({ admin: z.boolean() }),
  },
  recordUser: {
    summary: 'Record a user who has signed in',
    params: byEmail,
    noun: 'user',
    body: z.unknown(),
    response: z.object({ success: z.literal(true), result: user, token: z.string() }),
  },
  ...productEndpoints,
  ...importEndpoints,
  ...bookingEndpoints,
  ...quoteEndpoints,
  listRatings: { summary: 'All reviews, newest first', response: z.array(rating) },
  addRating: {
    summary: 'Add a review',
    body: newRating,
    response: successMessage,
    idempotent: true,
    refusals: [429],
  },
  deleteRating: { summary: 'Delete a review', params: byId, noun: 'review', response: successMessage },
  deleteRatingsByAuthor: {
    summary: 'Delete all reviews by the author of this one, also if the author was removed',
    params: byId,
    noun: 'review',
    response: successMessage,
  },
  showRatingPicture: {
    summary:
      'Show or hide the picture of a review. Until it is shown, pages only link to a picture of another site',
    params: byId,
    noun: 'review',
    body: pictureChoice,
    response: rating,
    refusals: [409],
  },
  listOwnRatings: { summary: 'Your own reviews, newest first', query: byEmail, response: z.array(rating) },
  listUsers: {
    summary:
      'All users, newest first; with any parameter, one page of them. The header x-total-count is the total; if x-total-exact is false, there are more than can be paged through',
    query: userQuery,
    response: z.array(listedUser),
  },
  makeAdmin: {
    summary: 'Make a user an admin',
    params: byEmail,
    noun: 'user',
    body: z.unknown(),
    response: z.object({ modifiedCount: z.number() }),
  },
  deleteUser: {
    summary: 'Remove a user',
    params: byId,
    noun: 'user',
    response: successMessage,
    refusals: [409],
  },
  getProfileInfo: { summary: 'Your own profile', query: byEmail, response: z.object({ info: profileInfo }) },
  saveProfile: {
    summary: 'Save your own profile',
    params: byEmail,
    noun: 'user',
    body: z.object({ info: newProfileInfo }),
    response: z.object({ info: profileInfo }),
  },
  getMyData: {
    summary: 'Everything the shop knows about you, as a download',
    response: myData,
    refusals: [429],
  },
  deleteAccount: {
    summary:
      'Delete your account: unpaid orders, profile and reviews are deleted; paid orders stay. Takes the password, or a sign-in within the last 10 minutes if there is none',
    body: accountDeletion,
    response: successMessage,
    refusals: [409, 429],
  },
  getOverview: {
    summary: 'Sales by day and month of a time zone (default: UTC), and open tasks',
    query: overviewQuery,
    response: overview,
  },
  listFailedJobs: { summary: 'Jobs the shop gave up on, newest first', response: z.array(failedJob) },
  retryFailedJob: {
    summary: 'Retry a job the shop gave up on',
    params: byId,
    noun: 'failed job',
    response: successMessage,
  },
  listFailedMails: { summary: 'Emails the shop gave up on, newest first', response: z.array(failedMail) },
  retryMail: {
    summary: 'Resend an email the shop gave up on',
    params: byId,
    noun: 'failed email',
    response: successMessage,
  },
  listFeedback: {
    summary:
      'All feedback, newest first; with any parameter, one page of it. The header x-total-count is the total; if x-total-exact is false, there is more than can be paged through',
    query: inboxQuery,
    response: z.array(storedFeedback),
  },
  listSubscriptions: {
    summary:
      'All subscriptions, newest first; with any parameter, one page of them. The header x-total-count is the total; if x-total-exact is false, there are more than can be paged through',
    query: inboxQuery,
    response: z.array(subscription),
  },
  deleteFeedback: { summary: 'Delete feedback', params: byId, noun: 'feedback', response: successMessage },
  deleteSubscription: {
    summary: 'Delete a subscription',
    params: byEmail,
    noun: 'subscription',
    response: successMessage,
  },
  sendFeedback: {
    summary: 'Send feedback to the shop',
    body: newFeedback,
    response: successMessage,
    refusals: [429],
  },
  subscribe: {
    summary: 'Subscribe an email to news from the shop; repeating it changes nothing',
    body: newSubscription,
    response: successMessage,
    refusals: [429],
  },
} as const satisfies Record<keyof typeof apiRoutes, CallDescription>

type Described = typeof described

/** Every call between browser and server. */
export const endpoints = Object.fromEntries(
  Object.entries(described).map(([name, call]) => [name, { ...apiRoutes[name as keyof Described], ...call }]),
) as { [Name in keyof Described]: (typeof apiRoutes)[Name] & Described[Name] }

export type { Endpoint }
export type Endpoints = typeof endpoints

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer T> ? T : undefined

/** What the server's handler receives, validated. */
export type Call<E extends Endpoint> = {
  params: Parsed<Part<E, 'params'>>
  query: Parsed<Part<E, 'query'>>
  body: Parsed<Part<E, 'body'>>
}

/** What the browser sends. Bodies may contain further fields that the specification lists; the server ignores them. */
export type Input<E extends Endpoint> = {
  [K in 'params' | 'body' as Part<E, K> extends undefined ? never : K]: K extends 'body'
    ? Sent<Part<E, K>> & Record<string, unknown>
    : Sent<Part<E, K>>
} & QueryInput<Sent<Part<E, 'query'>>>

type QueryInput<Q> = Q extends undefined ? unknown : Partial<Q> extends Q ? { query?: Q } : { query: Q }

export type ResponseOf<E extends Endpoint> = z.output<E['response']>
