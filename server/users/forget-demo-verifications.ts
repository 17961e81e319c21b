import type { Shop } from '../shop-context.ts'
import * as users from './store.ts'

/** Anyone can read the demo's mailbox: what was verified there proves nothing once the shop is live. */
export async function forgetDemoVerifications({ db, config }: Pick<Shop, 'db' | 'config'>) {
  await db.transaction(async (tx) => {
    if (await users.enterMode(tx, config.live)) await users.forgetVerifications(tx)
  })
}
