import { ApiError, api } from '../api.ts'
import { post } from './identity.ts'
import { afterSignOut, beginSession, signOut } from './session.ts'

/** False while the identity service asks for a code too. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const { twoFactorRedirect } = await afterSignOut(() => post('/sign-in/email', { email, password }))
  if (twoFactorRedirect) return false
  await completeSignIn()
  return true
}

/** The second step of a sign-in. */
export async function signInByCode(code: string, kind: 'app' | 'recovery') {
  await afterSignOut(() =>
    kind === 'app' ? sendCode(code) : post('/two-factor/verify-backup-code', { code }),
  )
  await completeSignIn()
}

/** The code of an authenticator app. */
export const sendCode = (code: string) => post('/two-factor/verify-totp', { code })

export async function signUp(name: string, email: string, password: string) {
  await afterSignOut(() => post('/sign-up/email', { name, email, password }))
  await completeSignIn()
}

/** Where to sign in with Google; both callback paths are the shop's own. */
export async function googleAddress(callbackURL: string, errorCallbackURL: string): Promise<string> {
  const asked = { provider: 'google', callbackURL, errorCallbackURL }
  const { url } = await afterSignOut(() => post('/sign-in/social', asked))
  return String(url)
}

/** After every sign-in: stores the token and records the user in the shop. */
export async function completeSignIn() {
  const { email } = await beginSession()
  try {
    await api.recordUser({ params: { email }, body: { email } })
  } catch (problem) {
    // A missing response says nothing about the user: leaving the page also aborts the call. The next call records them.
    if (problem instanceof ApiError && problem.rejectsUser) await signOut()
    throw problem
  }
}
