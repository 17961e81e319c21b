import pg from 'pg'
import { APPLICATION_NAME } from '../../platform/database/connect.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { OF_DEMO_CUSTOMERS } from '../demo/recognize-demo-customers.ts'
import { OURS } from './tables.ts'

type Held = { products: number; reviews: number; orders: number; accounts: number; used: number }

/**
 * What a shop holds that was started once and never used: the demo catalogue with its year, and the first admin. Null when anything else
 * is in the database, or something that is no shop of this version.
 */
export async function findUnusedShop(client: pg.Client): Promise<string | null> {
  await client.query('savepoint looking')
  try {
    const { rows } = await client.query<Held>(
      `select (select count(*)::int from products where demo) as products,
         (select count(*)::int from ratings where demo) as reviews,
         (select count(*)::int from bookings where ${OF_DEMO_CUSTOMERS}) as orders,
         (select count(*)::int from identity.user) as accounts,
         (select count(*)::int from products where not demo or deleted_at is not null)
           + (select count(*)::int from ratings where not demo)
           + (select count(*)::int from bookings where not ${OF_DEMO_CUSTOMERS})
           + (select count(*)::int from quotes where not ${OF_DEMO_CUSTOMERS}) + (select count(*)::int from product_changes)
           + (select count(*)::int from profiles) + (select count(*)::int from feedback)
           + (select count(*)::int from subscriptions) as used`,
    )
    const { products, reviews, orders, accounts, used } = rows[0] as Held
    if (used > 0 || accounts > 1) return null
    return `${products} demo products, ${reviews} demo reviews, ${orders} demo orders and ${accounts ? 'the first account' : 'no account'}`
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    await client.query('rollback to savepoint looking')
    return null
  }
}

/** Empties the database inside the caller's transaction. What extensions brought stays: it may be somebody else's. */
export async function removeShop(client: pg.Client) {
  const running = await client.query(
    'select 1 from pg_stat_activity where datname = current_database() and application_name = $1',
    [APPLICATION_NAME],
  )
  if (running.rowCount) throw new StartupError('The shop is running: stop it first. Nothing was changed.')
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop table if exists %I.%I cascade', nspname, relname) as drop
       from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and nspname = any($1)
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     union all
     select format('drop sequence if exists %I.%I cascade', schemaname, sequencename) from pg_sequences where schemaname = any($1)
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
       from pg_proc p join pg_namespace n on n.oid = pronamespace
       where nspname = any($1) and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [OURS],
  )
  for (const { drop } of rows) await client.query(drop)
  await client.query('drop schema if exists identity, drizzle cascade')
}
