/** A refusal by the identity service, with its own message. */
export class IdentityError extends Error {
  readonly code: string | undefined

  constructor(sentence: string, details: { code?: string; cause?: unknown } = {}) {
    super(sentence, { cause: details.cause })
    this.code = details.code
  }
}

// On the shop's own address.
const BASE = '/api/auth'
const SIGN_OUT_MS = 10_000
const UNREACHABLE = 'The sign-in service cannot be reached. Check your connection and try again.'

/** A token for the current session, or null when signed out. */
export async function currentToken(): Promise<string | null> {
  const response = await exchange('/token', {})
  if (response.status === 401) return null
  const { token } = await answerOf(response)
  // Not the identity service's answer, but a proxy's.
  if (typeof token !== 'string') throw new IdentityError(UNREACHABLE)
  return token
}

/** Others wait for its end, so it has one. */
export const endSession = () => post('/sign-out', {}, AbortSignal.timeout(SIGN_OUT_MS))

/** One of the identity service's own calls. */
export async function post(path: string, body: object, signal: AbortSignal | null = null) {
  const headers = { 'content-type': 'application/json' }
  return answerOf(await exchange(path, { method: 'POST', headers, body: JSON.stringify(body), signal }))
}

/** The identity service's answer to a question. */
export const get = async (path: string, signal: AbortSignal) => answerOf(await exchange(path, { signal }))

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
  throw new IdentityError(answer.message ?? answer.error ?? UNREACHABLE, { code: answer.code })
}
