import { z } from 'zod'
import { json } from './openapi-schema.ts'

// The identity service has a contract of its own; these of its calls a program needs before it can make the others.
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
  answer: z.ZodType
  refusals: Record<number, string>
}) => ({
  operationId: described.operationId,
  tags: ['identity'],
  summary: described.summary,
  description: described.session
    ? 'Who may call: whoever has the cookie of a session'
    : 'Who may call: anyone',
  security: described.session ? [{ session: [] }] : [],
  parameters: [],
  ...(described.body && { requestBody: { required: true, content: json(described.body, 'input') } }),
  responses: {
    200: { description: 'Done', content: json(described.answer, 'output') },
    ...Object.fromEntries(
      Object.entries({ ...described.refusals, default: 'Refused' }).map(([status, description]) => [
        status,
        { description, content: json(refusal, 'output') },
      ]),
    ),
  },
})

const NOT_FITTING = {
  400: 'Something that was sent does not fit',
  413: 'Too large',
  415: 'The body is not JSON',
}
const ELSEWHERE = { 403: 'Sent with a cookie, but without the shop’s own address in the header Origin' }
const TOO_OFTEN = { 429: 'Too often; `Retry-After` says when to try again' }

export const identityCalls = {
  '/auth/sign-up/email': {
    post: operation({
      operationId: 'signUp',
      summary: 'Make an account with a password; the cookie of the answer is its session',
      body: z.object({ name, email, password }),
      answer: person,
      refusals: {
        ...NOT_FITTING,
        ...ELSEWHERE,
        422: 'There is an account with this email address',
        ...TOO_OFTEN,
      },
    }),
  },
  '/auth/sign-in/email': {
    post: operation({
      operationId: 'signIn',
      summary: 'Sign in with a password; the cookie of the answer is the session',
      body: z.object({ email, password: z.string().min(1).max(128) }),
      answer: person,
      refusals: {
        ...NOT_FITTING,
        ...ELSEWHERE,
        401: 'The email address or the password is wrong',
        ...TOO_OFTEN,
      },
    }),
  },
  '/auth/token': {
    get: operation({
      operationId: 'getToken',
      summary: 'A token for the other calls, good for 15 minutes; ask again when it has expired',
      session: true,
      answer: z.object({ token: z.string() }),
      refusals: { 401: 'Signed out' },
    }),
  },
  '/auth/sign-out': {
    post: operation({
      operationId: 'signOut',
      summary: 'End the session; a token that was handed out lives to its end',
      session: true,
      answer: z.object({ success: z.literal(true) }),
      refusals: ELSEWHERE,
    }),
  },
}
