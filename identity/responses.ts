import { PASSWORD } from './password-queue.ts'

/** A call that is refused: what better-auth's own errors look like, with a sentence for people. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterSeconds: number | null
  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

// An existing account is told at sign-up, although that reveals the address: anything else would leave its owner puzzled.
const SENTENCES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'The email address or the password is wrong.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'There is already an account with this email address. Sign in instead; with Google, if that is how it was made.',
  FAILED_TO_CREATE_USER: 'The account could not be created. Please try again.',
  PASSWORD_TOO_SHORT: `Use a password of at least ${PASSWORD.min} characters.`,
  PASSWORD_TOO_LONG: `Use a password of at most ${PASSWORD.max} characters.`,
  INVALID_EMAIL: 'Provide a valid email address.',
  INVALID_PASSWORD: 'The current password is wrong.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'This account has no password: it signs in with Google.',
  UNAUTHORIZED: 'You are signed out. Please sign in.',
  INVALID_ORIGIN: 'This request came from another address than the shop’s own and was refused.',
  MISSING_OR_NULL_ORIGIN: 'This request does not say which address it came from and was refused.',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'This request came from another site and was refused.',
  INVALID_CALLBACK_URL: 'The return address must be a path of this shop.',
  INVALID_ERROR_CALLBACK_URL: 'The return address must be a path of this shop.',
}

const BY_STATUS: Record<number, string> = {
  401: 'You are signed out. Please sign in.',
  403: 'This request was refused.',
  404: 'There is no such call.',
}

function json(status: number, body: unknown, headers = new Headers()): Response {
  headers.set('content-type', 'application/json')
  headers.set('cache-control', 'no-store')
  return new Response(JSON.stringify(body), { status, headers })
}

export function refusalResponse(refusal: Refusal): Response {
  const headers = new Headers()
  if (refusal.retryAfterSeconds !== null) headers.set('retry-after', String(refusal.retryAfterSeconds))
  return json(refusal.status, { code: refusal.code, message: refusal.message }, headers)
}

/** The code of better-auth's refusal, or null when it did what was asked. */
export async function refusalCode(response: Response): Promise<string | null> {
  if (response.ok) return null
  const body = await readJson(response.clone())
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
  const body = await readJson(response)
  return json(200, isRecord(body) ? shape(body) : null, headers)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

export function formatWait(seconds: number): string {
  if (seconds <= 60) return 'in a minute'
  return `in ${Math.ceil(seconds / 60)} minutes`
}
