import { useSyncExternalStore } from 'react'
import { ApiError, api, setTokenSource } from './api.ts'
import { IdentityError, identity } from './identity.ts'

const KEY = 'accessToken'
const RENEW_BEFORE_MS = 60_000

export type AuthUser = { email: string; displayName: string; photoUrl: string | null }

/** `loading` while the sign-in is being checked, and always in server-rendered HTML. */
export type Session = { state: 'loading' } | { state: 'out' } | { state: 'in'; user: AuthUser }

const LOADING: Session = { state: 'loading' }
const OUT: Session = { state: 'out' }

const watchers = new Set<() => void>()
let current: { token: string | null; session: Session } | null = null
let renewal: Promise<string | null> | null = null

export function useSession(): Session {
  return useSyncExternalStore(watch, read, () => LOADING)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  addEventListener('storage', tokenChanged)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) removeEventListener('storage', tokenChanged)
  }
}

/** Somebody may have signed in or out in another tab. */
function tokenChanged() {
  window.shop?.paint()
  for (const watcher of watchers) watcher()
}

function read(): Session {
  const token = localStorage.getItem(KEY)
  if (current?.token === token) return current.session
  const claims = token ? decode(token) : null
  const valid = claims !== null && claims.expiresAt > Date.now()
  const session: Session = valid ? { state: 'in', user: claims.user } : token ? LOADING : OUT
  current = { token, session }
  if (session === LOADING) void renew().catch(giveUp)
  return session
}

/** The identity service did not answer: as long as that is so, nobody can be told who he is. */
function giveUp() {
  current = { token: localStorage.getItem(KEY), session: OUT }
  for (const watcher of watchers) watcher()
}

function store(token: string | null) {
  if (token) localStorage.setItem(KEY, token)
  else localStorage.removeItem(KEY)
  tokenChanged()
}

/** A token that lives for at least another minute, or null when the person is signed out. */
export async function accessToken(): Promise<string | null> {
  const token = localStorage.getItem(KEY)
  if (!token) return null
  const claims = decode(token)
  return claims && claims.expiresAt - Date.now() > RENEW_BEFORE_MS ? token : renew()
}
setTokenSource(accessToken)

function renew(): Promise<string | null> {
  renewal ??= identity
    .token()
    .then((token) => {
      store(token)
      return token
    })
    .catch((problem: unknown) => {
      throw new ApiError(0, 'Your sign-in could not be checked. Try again in a minute.', { cause: problem })
    })
    .finally(() => {
      renewal = null
    })
  return renewal
}

export async function signIn(email: string, password: string) {
  await identity.signIn(email, password)
  await completeSignIn()
}

export async function signUp(name: string, email: string, password: string) {
  await identity.signUp(name, email, password)
  await completeSignIn()
}

/** After every sign-in: the token is kept, and the shop records the person. */
export async function completeSignIn() {
  const token = await identity.token()
  const claims = token ? decode(token) : null
  if (!token || !claims) throw new IdentityError('The sign-in was not completed. Try again.')
  store(token)
  const { email } = claims.user
  try {
    await api.recordUser({ params: { email }, body: { email } })
  } catch (problem) {
    await signOut()
    throw problem
  }
}

/** Ends the session at the identity service too; here it ends even when that cannot be reached. */
export async function signOut() {
  store(null)
  await identity.signOut().catch(() => {})
}

function decode(token: string): { user: AuthUser; expiresAt: number } | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const { email, name, picture, exp } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof email !== 'string' || typeof exp !== 'number') return null
    return { user: { email, displayName: name || email, photoUrl: picture ?? null }, expiresAt: exp * 1000 }
  } catch {
    return null
  }
}
