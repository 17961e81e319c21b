import type { Connection } from '../database/connect.ts'
import { listen } from '../database/listen.ts'
import type { Shop } from '../shop.ts'

/** Learns what other instances and commands changed. What this one changes it records itself, before it answers. */
export function hearChanges(
  connection: Connection,
  { db, cacheTags, log }: Pick<Shop, 'db' | 'cacheTags' | 'log'>,
) {
  return listen(connection, 'shop_changes', {
    hear({ payload, sender }) {
      if (!db.$client.backends.has(sender)) cacheTags.invalidateNamed(payload)
    },
    missed: cacheTags.invalidateAll,
    log,
  })
}
