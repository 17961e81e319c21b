import type { Claims } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { markVerified } from './mark-verified.ts'
import * as users from './store.ts'

/** The user of a token; the first call of a new user creates it. */
export async function findOrCreateUser(shop: Pick<Shop, 'db' | 'jobs'>, claims: Claims) {
  const user =
    (await users.findBySubject(shop.db, claims.subject)) ??
    (await users.create(shop.db, claims)) ??
    // Two concurrent first calls: the other one created it.
    (await users.findBySubject(shop.db, claims.subject))
  if (!user) throw refuse.forbidden('This email belongs to another account')
  if (user.name !== claims.name && !user.deletedAt) await users.rename(shop.db, user.id, claims.name)
  const proven = claims.emailVerified && claims.email === user.email
  if (proven && !user.emailVerifiedAt) await markVerified(shop, claims)
  return {
    id: user.id,
    email: user.email,
    name: claims.name,
    role: user.role,
    // A token may be older than the verification.
    emailVerified: proven || user.emailVerifiedAt !== null,
    removed: user.deletedAt !== null,
  }
}
