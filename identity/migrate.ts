import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './accounts.ts'

const migrationsFolder = path.join(import.meta.dirname, 'migrations')

/** Where these migrations are and where the database remembers them. */
export const identityMigrations = { folder: migrationsFolder, schema: 'identity', table: 'migrations' }

/** Brings the schema "identity" up to date. The caller makes sure that one process at a time does this. */
export async function migrateIdentity(db: Database) {
  await assertNotNewer(db)
  await migrate(db, { migrationsFolder, migrationsSchema: 'identity', migrationsTable: 'migrations' })
}

async function assertNotNewer(db: Database) {
  const known = await db.$client.query<{ known: boolean }>(
    `select to_regclass('identity.migrations') is not null as known`,
  )
  if (!known.rows[0]?.known) return
  const applied = await db.$client.query<{ latest: string | null }>(
    'select max(created_at) as latest from identity.migrations',
  )
  const ours = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis),
  )
  if (Number(applied.rows[0]?.latest ?? 0) > ours)
    throw new Error(
      'The accounts in the database were made by a newer version of the shop: install that version or restore an older backup.',
    )
}
