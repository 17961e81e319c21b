/** A refusal by the identity service, with its own message. */
export class IdentityError extends Error {}

const BASE = '/api/auth'
const SIGN_OUT_MS = 10_000
const UNREACHABLE = 'The identity service cannot be reached. Check your connection and try again.'

/** The identity service's own calls, on the shop's own address. */
export const identity = {
  signIn: (email: string, password: string) => post('/sign-in/email', { email, password }),
  signUp: (name: string, email: string, password: string) =>
    post('/sign-up/email', { name, email, password }),
  /** Others wait for its end, so it has one. */
  signOut: () => post('/sign-out', {}, AbortSignal.timeout(SIGN_OUT_MS)),
  changePassword: (currentPassword: string, newPassword: string) =>
    post('/change-password', { currentPassword, newPassword }),

  async googleAddress(callbackURL: string, errorCallbackURL: string): Promise<string> {
    const { url } = await post('/sign-in/social', { provider: 'google', callbackURL, errorCallbackURL })
    return String(url)
  },

  /** A token for the current session, or null when signed out. */
  async token(): Promise<string | null> {
    const response = await exchange('/token', { method: 'GET' })
    if (response.status === 401) return null
    return String((await answerOf(response)).token)
  },
}

async function post(path: string, body: object, signal: AbortSignal | null = null) {
  const headers = { 'content-type': 'application/json' }
  return answerOf(await exchange(path, { method: 'POST', headers, body: JSON.stringify(body), signal }))
}

async function exchange(path: string, init: RequestInit) {
  try {
    return await fetch(BASE + path, init)
  } catch (cause) {
    throw new IdentityError(UNREACHABLE, { cause })
  }
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw new IdentityError(answer.message ?? answer.error ?? UNREACHABLE)
}
