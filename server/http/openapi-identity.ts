import { z } from 'zod'
import { json } from './openapi-schema.ts'

// The identity service has its own contract; these are the calls that an API client needs before any other.
const person = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    image: z.string().nullable(),
    emailVerified: z.boolean(),
  }),
})
const email = z.email().max(254)
const password = z.string().min(6).max(128)
const name = z
  .string()
  .min(1)
  .max(200)
  .meta({ pattern: '^[^\\u0000-\\u001f]*[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$' })
const refusal = z.object({ code: z.string(), message: z.string() })

const operation = (described: {
  operationId: string
  summary: string
  session?: true
  body?: z.ZodType
  response: z.ZodType
  refusals: Record<number, string>
}) => ({
  operationId: described.operationId,
  tags: ['identity'],
  summary: described.summary,
  description: described.session ? 'Who may call: anyone with a session cookie' : 'Who may call: anyone',
  security: described.session ? [{ session: [] }] : [],
  parameters: [],
  ...(described.body && { requestBody: { required: true, content: json(described.body, 'input') } }),
  responses: {
    200: { description: 'Done', content: json(described.response, 'output') },
    ...Object.fromEntries(
      Object.entries({ ...described.refusals, default: 'Refused' }).map(([status, description]) => [
        status,
        { description, content: json(refusal, 'output') },
      ]),
    ),
  },
})

const BAD_REQUEST = {
  400: 'The request is invalid',
  413: 'Too large',
  415: 'The body is not JSON',
}
const FOREIGN_ORIGIN = { 403: 'Sent with a cookie, but from another origin than the shop’s own' }
const TOO_MANY_REQUESTS = { 429: 'Too many requests; `Retry-After` says when to try again' }

export const identityCalls = {
  '/auth/sign-up/email': {
    post: operation({
      operationId: 'signUp',
      summary: 'Create an account with a password; the response sets the session cookie',
      body: z.object({ name, email, password }),
      response: person,
      refusals: {
        ...BAD_REQUEST,
        ...FOREIGN_ORIGIN,
        422: 'An account with this email address exists already',
        ...TOO_MANY_REQUESTS,
      },
    }),
  },
  '/auth/sign-in/email': {
    post: operation({
      operationId: 'signIn',
      summary: 'Sign in with a password; the response sets the session cookie',
      body: z.object({ email, password: z.string().min(1).max(128) }),
      response: person,
      refusals: {
        ...BAD_REQUEST,
        ...FOREIGN_ORIGIN,
        401: 'The email address or the password is wrong',
        ...TOO_MANY_REQUESTS,
      },
    }),
  },
  '/auth/token': {
    get: operation({
      operationId: 'getToken',
      summary: 'A token for the other calls, valid for 15 minutes; request a new one when it has expired',
      session: true,
      response: z.object({ token: z.string() }),
      refusals: { 401: 'Signed out' },
    }),
  },
  '/auth/sign-out': {
    post: operation({
      operationId: 'signOut',
      summary: 'End the session; an issued token stays valid until it expires',
      session: true,
      response: z.object({ success: z.literal(true) }),
      refusals: FOREIGN_ORIGIN,
    }),
  },
}
