import type { Shop } from '../shop-context.ts'
import * as users from '../users/store.ts'

/** Deletes the identity accounts of those who have left the shop, which frees their addresses. */
export async function finishDeletions({ db, identity }: Pick<Shop, 'db' | 'identity'>) {
  for (const { id, subject } of await users.listLeaving(db)) {
    await identity.deleteAccount(subject)
    await users.markLeft(db, id)
  }
}
