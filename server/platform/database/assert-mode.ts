import type pg from 'pg'
import { StartupError } from '../startup/startup-error.ts'
import type { Database } from './connect.ts'
import { shopFlags } from './schema.ts'

const LIVE = 'live'

/**
 * Once live, always live: in a demo anyone could read the customers' mails, and test cards would pay their orders. Asked before
 * anything is migrated, so the table may be missing.
 */
export async function assertNeverLive(client: pg.Client) {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('facts') is not null as known`)
  if (!rows[0]?.known) return
  const { rowCount } = await client.query('select from facts where key = $1', [LIVE])
  if (rowCount)
    throw new StartupError(
      'This is the data of a live shop, which demo mode would open to everyone. Set SHOP_ENV=live and its other settings (is the .env file missing?), or give the demo its own DATA_DIR or DATABASE_URL.',
    )
}

/** When nothing keeps the shop from opening any more: data that was only tried with live settings is still a demo's. */
export async function rememberLive(db: Database) {
  await db.insert(shopFlags).values({ key: LIVE }).onConflictDoNothing()
}
