/** Why a sign-in with Google failed: the `error` parameter of the page that it ends on. */
export type GoogleError =
  | 'access_denied'
  | 'account_not_linked'
  | 'admin_in_demo'
  | 'email_missing'
  | 'sign_in_expired'
  | 'too_many_tries'
  | 'provider_unreachable'
  | 'provider_failed'

const OURS: Record<string, GoogleError> = {
  access_denied: 'access_denied',
  account_not_linked: 'account_not_linked',
  unable_to_create_session: 'admin_in_demo',
  email_not_found: 'email_missing',
  state_mismatch: 'sign_in_expired',
  state_not_found: 'sign_in_expired',
  state_invalid: 'sign_in_expired',
  invalid_code: 'provider_failed',
}

/** The redirect that ends a sign-in with Google, with better-auth's error codes mapped to ours. */
export function callbackOutcome(response: Response): Response {
  const location = response.headers.get('location')
  if (!location) return callbackFailed('provider_failed')
  const target = new URL(location, 'http://shop')
  const reason = target.searchParams.get('error')
  if (reason !== null) {
    target.searchParams.delete('error_description')
    target.searchParams.set('error', OURS[reason] ?? 'provider_failed')
  }
  return redirect(target.pathname + target.search + target.hash, response.headers.getSetCookie())
}

/** Whether better-auth's redirect signs somebody in. */
export const opensSession = (response: Response) =>
  response.headers.getSetCookie().some((cookie) => /session_token=[^;]/.test(cookie))

export function callbackFailed(reason: GoogleError): Response {
  return redirect(`/login?error=${reason}`, [])
}

function redirect(path: string, cookies: string[]): Response {
  const headers = new Headers({ location: path, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
