import { eq } from 'drizzle-orm'
import { StartupError } from '../startup-error.ts'
import type { Database } from './connect.ts'
import { shopFlags } from './schema.ts'

const LIVE = 'live'

/** Once live, always live: in a demo anyone could read the customers' mails, and test cards would pay their orders. */
export async function assertMode(db: Database, { live }: { live: boolean }) {
  if (live) await db.insert(shopFlags).values({ key: LIVE }).onConflictDoNothing()
  else if (await db.$count(shopFlags, eq(shopFlags.key, LIVE)))
    throw new StartupError(
      'This is the data of a live shop, which demo mode would open to everyone. Set SHOP_ENV=live and its other settings (is the .env file missing?), or give the demo its own DATA_DIR or DATABASE_URL.',
    )
}
