import type { Refusal } from '#contract/calls/refusal.ts'
import { PASSWORD } from './passwords/password-length.ts'

// An existing account is told at sign-up, although that reveals the address: anything else would leave its owner puzzled.
const SENTENCES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'The email address or password is incorrect.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'There is already an account with this email address. Log in instead, with Google if that is how you signed up.',
  FAILED_TO_CREATE_USER: 'The account could not be created. Please try again.',
  PASSWORD_TOO_SHORT: `Use a password of at least ${PASSWORD.min} characters.`,
  PASSWORD_TOO_LONG: `Use a password of at most ${PASSWORD.max} characters.`,
  INVALID_EMAIL: 'Provide a valid email address.',
  INVALID_PASSWORD: 'The current password is wrong.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'This account has no password; you sign in with Google.',
  UNAUTHORIZED: 'You are signed out. Please log in.',
  INVALID_CODE: 'This code is wrong, has expired or has already been used.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong or has already been used.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired. Enter your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Enter your password again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Try again in 15 minutes.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is already on.',
  TOTP_NOT_ENABLED: 'Two-step sign-in is off.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is off.',
  BACKUP_CODES_NOT_ENABLED: 'Two-step sign-in is off.',
  INVALID_ORIGIN: 'This request came from an address other than the shop’s own and was refused.',
  MISSING_OR_NULL_ORIGIN: 'This request does not say which address it came from and was refused.',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'This request came from another site and was refused.',
  INVALID_CALLBACK_URL: 'The return address must be a path of this shop.',
  INVALID_ERROR_CALLBACK_URL: 'The return address must be a path of this shop.',
}

const BY_STATUS: Record<number, string> = {
  401: 'You are signed out. Please log in.',
  403: 'This request was refused.',
  404: 'There is no such call.',
  409: 'This was requested twice at the same moment. Please try again.',
}

export function json(status: number, body: unknown, headers = new Headers()): Response {
  headers.set('content-type', 'application/json')
  headers.set('cache-control', 'no-store')
  return new Response(JSON.stringify(body), { status, headers })
}

/** As better-auth's own errors look. */
export const refusalResponse = ({ status, code, message, headers }: Refusal): Response =>
  json(status, { code, message }, new Headers(headers))

/** The code of better-auth's refusal, or null when it did what was asked. */
export async function refusalCode(response: Response): Promise<string | null> {
  if (response.ok) return null
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isRecord(body) && typeof body.code === 'string' ? body.code : 'REFUSED'
}

/** better-auth's answer in our words: its cookies, the shaped body, or the sentence that belongs to its code. */
export async function shapeResponse(
  response: Response,
  shape: (body: Record<string, unknown>) => unknown,
): Promise<Response> {
  const headers = new Headers()
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  const code = await refusalCode(response)
  if (response.status >= 500) throw new Error(`better-auth failed: ${code}`)
  if (code !== null) {
    const message = SENTENCES[code] ?? BY_STATUS[response.status] ?? 'This request was not understood.'
    return json(response.status, { code, message }, headers)
  }
  const body: unknown = await response.json().catch(() => null)
  return json(200, isRecord(body) ? shape(body) : null, headers)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function formatWait(seconds: number): string {
  if (seconds <= 60) return 'in a minute'
  if (seconds <= 90 * 60) return `in ${Math.ceil(seconds / 60)} minutes`
  return `in ${Math.ceil(seconds / 3600)} hours`
}
