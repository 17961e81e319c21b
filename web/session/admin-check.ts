import { api } from '../api.ts'
import { type AuthUser, KNOWN_ADMIN, signedInUser } from './session.ts'

/** By user, who is another object with every token. */
const checks = new WeakMap<AuthUser, Promise<boolean>>()

/** Whether the user is an admin: asked once per token, and again after a failure. */
export function checkAdmin(user: AuthUser): Promise<boolean> {
  const known = checks.get(user)
  if (known) return known
  const check = api.checkAdmin({ params: { email: user.email } }).then(({ admin }) => admin)
  checks.set(user, check)
  check.then(
    (admin) => {
      if (admin) localStorage.setItem(KNOWN_ADMIN, user.email)
      else localStorage.removeItem(KNOWN_ADMIN)
      window.shop?.paint()
    },
    () => checks.delete(user),
  )
  return check
}

/** Whether the user was an admin when last seen in this browser: a guess that saves waiting for the check. */
export const isKnownAdmin = ({ email }: AuthUser) => localStorage.getItem(KNOWN_ADMIN) === email

/**
 * For public pages: nothing is asked where nobody is signed in. The login page waits for it, so that an admin's first page has the
 * tools in their place.
 */
export const isAdminVisitor = (): Promise<boolean> =>
  signedInUser()
    .then((user) => user !== null && checkAdmin(user))
    .catch(() => false)
