/** A refusal by the identity service, with its own message. */
export class IdentityError extends Error {
  readonly code: string | undefined

  constructor(sentence: string, details: { code?: string; cause?: unknown } = {}) {
    super(sentence, { cause: details.cause })
    this.code = details.code
  }
}

export type AccountState = {
  emailVerified: boolean
  hasPassword: boolean
  twoFactorEnabled: boolean
  google: boolean
}

const BASE = '/api/auth'
const SIGN_OUT_MS = 10_000
const UNREACHABLE = 'The sign-in service cannot be reached. Check your connection and try again.'

/** The identity service's own calls, on the shop's own address. */
export const identity = {
  signIn: (email: string, password: string) => post('/sign-in/email', { email, password }),
  signUp: (name: string, email: string, password: string) =>
    post('/sign-up/email', { name, email, password }),
  /** Others wait for its end, so it has one. */
  signOut: () => post('/sign-out', {}, AbortSignal.timeout(SIGN_OUT_MS)),
  changePassword: (currentPassword: string, newPassword: string) =>
    post('/change-password', { currentPassword, newPassword }),

  sendConfirmation: () => post('/send-verification-email', {}),
  confirmEmail: (token: string) => post('/verify-email', { token }),
  requestPasswordReset: (email: string) => post('/request-password-reset', { email }),
  resetPassword: (token: string, newPassword: string) => post('/reset-password', { token, newPassword }),

  /** Two-step sign-in is on once the first code has arrived; the same call signs in who was asked for one. */
  async beginTwoStep(password: string) {
    const { totpURI, backupCodes } = await post('/two-factor/enable', { password })
    return { uri: String(totpURI), recoveryCodes: backupCodes as string[] }
  },
  sendCode: (code: string) => post('/two-factor/verify-totp', { code }),
  sendRecoveryCode: (code: string) => post('/two-factor/verify-backup-code', { code }),
  endTwoStep: (password: string) => post('/two-factor/disable', { password }),
  async newRecoveryCodes(password: string) {
    return (await post('/two-factor/generate-backup-codes', { password })).backupCodes as string[]
  },

  async accountState(signal: AbortSignal) {
    return (await answerOf(await exchange('/account-state', { signal }))) as AccountState
  },

  async googleAddress(callbackURL: string, errorCallbackURL: string): Promise<string> {
    const { url } = await post('/sign-in/social', { provider: 'google', callbackURL, errorCallbackURL })
    return String(url)
  },

  /** A token for the current session, or null when signed out. */
  async token(): Promise<string | null> {
    const response = await exchange('/token', {})
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
  throw new IdentityError(answer.message ?? answer.error ?? UNREACHABLE, { code: answer.code })
}
