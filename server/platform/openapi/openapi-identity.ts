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
const currentPassword = z.string().min(1).max(128)
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
  description: described.session ? 'Access: anyone with a session cookie' : 'Access: anyone',
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
const FOREIGN_ORIGIN = {
  403: 'Sent from an origin other than the shop’s own, or with a cookie and without an origin',
}
const SIGNED_OUT = { 401: 'Signed out' }
const BAD_LINK = { ...BAD_REQUEST, 400: 'The request is invalid, or the link has expired or was used' }
const TOO_MANY_REQUESTS = { 429: 'Too many requests; `Retry-After` says when to try again' }

const done = z.object({ status: z.literal(true) })
const token = z.string().min(1).max(200)
const backupCodes = z.array(z.string())

const byPassword = (described: { operationId: string; summary: string; response: z.ZodType }) =>
  operation({
    ...described,
    session: true,
    body: z.object({ password: currentPassword }),
    refusals: { ...BAD_REQUEST, ...SIGNED_OUT, ...FOREIGN_ORIGIN, ...TOO_MANY_REQUESTS },
  })

const byCode = (described: { operationId: string; summary: string }) =>
  operation({
    ...described,
    body: z.object({ code: z.string().min(1).max(100).meta({ pattern: '\\S' }) }),
    response: done,
    refusals: {
      ...BAD_REQUEST,
      ...FOREIGN_ORIGIN,
      401: 'The code is wrong, or nobody has signed in with a password before',
      ...TOO_MANY_REQUESTS,
    },
  })

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
        422: 'An account with this email address already exists',
        ...TOO_MANY_REQUESTS,
      },
    }),
  },
  '/auth/sign-in/email': {
    post: operation({
      operationId: 'signIn',
      summary: 'Sign in with a password; the response sets the session cookie, or asks for the second step',
      body: z.object({ email, password: currentPassword }),
      response: z.union([person, z.object({ twoFactorRedirect: z.literal(true) })]),
      refusals: {
        ...BAD_REQUEST,
        ...FOREIGN_ORIGIN,
        401: 'The email address or password is incorrect',
        ...TOO_MANY_REQUESTS,
      },
    }),
  },
  '/auth/send-verification-email': {
    post: operation({
      operationId: 'sendVerificationEmail',
      summary:
        'Send the email that confirms your address; at most three a day, and so many an hour from one network',
      session: true,
      body: z.object({}),
      response: done,
      refusals: { ...BAD_REQUEST, ...SIGNED_OUT, ...FOREIGN_ORIGIN, ...TOO_MANY_REQUESTS },
    }),
  },
  '/auth/verify-email': {
    post: operation({
      operationId: 'verifyEmail',
      summary: 'Confirm an address with the token of a link; once, within a day',
      body: z.object({ token }),
      response: done,
      refusals: { ...BAD_LINK, ...FOREIGN_ORIGIN, ...TOO_MANY_REQUESTS },
    }),
  },
  '/auth/request-password-reset': {
    post: operation({
      operationId: 'requestPasswordReset',
      summary:
        'Ask for a link that sets a new password; the answer is the same whether or not the account exists, or one is sent: after several a day at most one an hour is',
      body: z.object({ email }),
      response: done,
      refusals: { ...BAD_REQUEST, ...FOREIGN_ORIGIN, ...TOO_MANY_REQUESTS },
    }),
  },
  '/auth/reset-password': {
    post: operation({
      operationId: 'resetPassword',
      summary: 'Set a new password with the token of a link, once, within 30 minutes; every session ends',
      body: z.object({ token, newPassword: password }),
      response: done,
      refusals: { ...BAD_LINK, ...FOREIGN_ORIGIN, ...TOO_MANY_REQUESTS },
    }),
  },
  '/auth/account-state': {
    get: operation({
      operationId: 'getAccountState',
      summary: 'How you sign in',
      session: true,
      response: z.object({
        emailVerified: z.boolean(),
        hasPassword: z.boolean(),
        twoFactorEnabled: z.boolean(),
        google: z.boolean(),
      }),
      refusals: SIGNED_OUT,
    }),
  },
  '/auth/two-factor/enable': {
    post: byPassword({
      operationId: 'enableTwoStep',
      summary: 'A key for an authenticator app, and recovery codes; on with the first right code',
      response: z.object({ totpURI: z.string(), backupCodes }),
    }),
  },
  '/auth/two-factor/disable': {
    post: byPassword({
      operationId: 'disableTwoStep',
      summary: 'Turn two-step sign-in off',
      response: done,
    }),
  },
  '/auth/two-factor/generate-backup-codes': {
    post: byPassword({
      operationId: 'generateRecoveryCodes',
      summary: 'New recovery codes in place of the old ones',
      response: z.object({ backupCodes }),
    }),
  },
  '/auth/two-factor/verify-totp': {
    post: byCode({
      operationId: 'verifyCode',
      summary: 'The second step of a sign-in, or the first code of an authenticator app',
    }),
  },
  '/auth/two-factor/verify-backup-code': {
    post: byCode({
      operationId: 'verifyRecoveryCode',
      summary: 'The second step of a sign-in with a recovery code, which works once',
    }),
  },
  '/auth/token': {
    get: operation({
      operationId: 'getToken',
      summary: 'A token for the other calls, valid for 15 minutes; request a new one when it has expired',
      session: true,
      response: z.object({ token: z.string() }),
      refusals: SIGNED_OUT,
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
