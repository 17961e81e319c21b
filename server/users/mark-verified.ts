import type { Shop } from '../shop-context.ts'
import * as users from './store.ts'

/** Somebody has shown that the address is theirs. */
export async function markVerified({ db }: Pick<Shop, 'db'>, subject: string) {
  await users.markVerified(db, subject)
}
