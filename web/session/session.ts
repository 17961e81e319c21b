import { useSyncExternalStore } from 'react'
import { ApiError, setTokenSource } from '../api.ts'
import * as identity from './identity.ts'

const TOKEN = 'accessToken'
/** Stored from a sign-out until the identity service has heard of it. */
const SIGN_OUT = 'signOut'
/** Where the email of a user who was found to be an admin is kept, until the sign-out. */
export const KNOWN_ADMIN = 'knownAdmin'
const RENEW_BEFORE_MS = 60_000
const CHECK_AGAIN_MS = 10_000
const STORAGE_BLOCKED = 'This browser does not let the shop remember you. Allow site data, then try again.'

export type AuthUser = { email: string; emailVerified: boolean; displayName: string; photoUrl: string | null }

/** `loading` while the sign-in is being checked, and always in server-rendered HTML. */
type Session = { state: 'loading' } | { state: 'out' } | { state: 'in'; user: AuthUser }

const LOADING: Session = { state: 'loading' }
const OUT: Session = { state: 'out' }

const watchers = new Set<() => void>()
let current: { token: string | null; session: Session } | null = null
let renewal: Promise<string | null> | null = null
let signedOutHere = false
/** How far this clock is ahead of the identity service's, judging by its last token. */
let clockAheadMs = 0

export function useSession(): Session {
  return useSyncExternalStore(watch, read, () => LOADING)
}

function watch(watcher: () => void) {
  if (watchers.size === 0) endInBackground()
  watchers.add(watcher)
  for (const event of OTHER_TAB) addEventListener(event, tokenChanged)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) for (const event of OTHER_TAB) removeEventListener(event, tokenChanged)
  }
}

/** When another tab may have signed in or out; a page that the browser kept alive is told nothing until it is shown again. */
const OTHER_TAB = ['storage', 'pageshow']

function tokenChanged() {
  window.shop?.paint()
  for (const watcher of watchers) watcher()
}

function read(): Session {
  const token = stored()
  if (current?.token === token) return current.session
  const claims = token ? decode(token) : null
  const valid = claims !== null && remainingMs(claims) > 0
  if (valid) signedOutHere = false
  const session: Session = valid ? { state: 'in', user: claims.user } : token ? LOADING : OUT
  current = { token, session }
  if (session === LOADING) void renewToken().catch(checkAgainLater)
  return session
}

/** A check that failed says nothing about the user: whoever stays on a public page is asked about again. */
function checkAgainLater() {
  setTimeout(() => {
    if (current?.session !== LOADING) return
    current = null
    tokenChanged()
  }, CHECK_AGAIN_MS)
}

export function signedInEmail(): string | null {
  const session = read()
  return session.state === 'in' ? session.user.email : null
}

/** The same object for as long as the token lasts, or null when signed out; rejects if that cannot be checked. */
export async function signedInUser(): Promise<AuthUser | null> {
  if (read() === LOADING) await renewToken()
  const session = read()
  return session.state === 'in' ? session.user : null
}

/** Also null where the browser blocks storage. */
function stored(key = TOKEN): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string | null) {
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch (cause) {
    throw new identity.IdentityError(STORAGE_BLOCKED, { cause })
  }
}

function storeToken(token: string | null) {
  store(TOKEN, token)
  if (!token) store(KNOWN_ADMIN, null)
  tokenChanged()
}

/** A token that is valid for at least another minute, or null when signed out. */
async function accessToken(rejected?: string): Promise<string | null> {
  const token = stored()
  if (!token) return null
  if (token === rejected) return renewToken()
  const claims = decode(token)
  return claims && remainingMs(claims) > RENEW_BEFORE_MS ? token : renewToken()
}
setTokenSource(accessToken)

const remainingMs = ({ expiresAt }: Claims) => expiresAt - (Date.now() - clockAheadMs)

async function newToken(): Promise<{ token: string; user: AuthUser } | null> {
  const token = await identity.currentToken()
  const claims = token ? decode(token) : null
  if (!token || !claims) return null
  clockAheadMs = Date.now() - claims.issuedAt
  return { token, user: claims.user }
}

/** Of who is signed in: what has changed about the account is in the next token. */
export function renewToken(): Promise<string | null> {
  renewal ??= renewStored().finally(() => {
    renewal = null
  })
  return renewal
}

async function renewStored(): Promise<string | null> {
  const old = stored()
  const renewed = await newToken().catch((cause: unknown) => {
    throw new ApiError(0, 'We couldn’t check whether you are signed in. Try again in a minute.', { cause })
  })
  // The user may have signed in or out meanwhile, perhaps in another tab: what is stored now wins.
  if (stored() === old) storeToken(renewed?.token ?? null)
  return stored()
}

/** Stores the token of a session that the identity service has just begun. */
export async function beginSession(): Promise<AuthUser> {
  // A sign-out that has not arrived: the cookie is the old session's.
  const begun = stored(SIGN_OUT) ? null : await newToken()
  if (!begun) throw new identity.IdentityError('The sign-in was not completed. Try again.')
  storeToken(begun.token)
  return begun.user
}

/** Signed out here at once; the identity service is told in the background, and before the next sign-in at the latest. */
export async function signOut({ byChoice = true } = {}) {
  // First, because it makes room where the storage is full.
  store(TOKEN, null)
  store(SIGN_OUT, 'unfinished')
  signedOutHere = byChoice
  storeToken(null)
  endInBackground()
}

/** Whether the last session was ended here, by choice: nothing leads back to it. */
export function hasSignedOutHere() {
  read()
  return signedOutHere
}

const endInBackground = () => void inTurn(endSession).catch(() => {})

async function endSession() {
  if (!stored(SIGN_OUT)) return
  await identity.endSession()
  store(SIGN_OUT, null)
}

/** For what begins a session. */
export const afterSignOut = <T>(enter: () => Promise<T>) => inTurn(() => endSession().then(enter))

let lastTurn: Promise<unknown> = Promise.resolve()

/** What changes the cookie happens one after the other, in all tabs: a late answer would undo what came after it. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager } = navigator // only where the connection is secure
  const turn = lastTurn.then(() => (locks ? locks.request('session cookie', work) : work()))
  lastTurn = turn.catch(() => {})
  return turn
}

type Claims = { user: AuthUser; issuedAt: number; expiresAt: number }

function decode(token: string): Claims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const { email, email_verified, name, picture, iat, exp } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof email !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null
    const user = {
      email,
      emailVerified: email_verified === true,
      displayName: name || email,
      photoUrl: picture ?? null,
    }
    return { user, issuedAt: iat * 1000, expiresAt: exp * 1000 }
  } catch {
    return null
  }
}
