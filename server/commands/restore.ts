import path from 'node:path'
import { identityMigrations } from '#identity/migrations.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { migrate, shopMigrations } from '../database/migrate.ts'
import { commandAsItIs } from './command.ts'

const usage = {
  line: 'npm run restore -- file [--replace]',
  does: 'Brings a backup into an empty shop, and reads every row back.',
  flags: { replace: 'removes a shop that was started and never used, and says what was removed' },
  words: 1,
  needs: 1,
}

await commandAsItIs(usage, async ({ connection, config: { dataDir }, given }) => {
  const file = String(given.words[0])
  const sets = { shop: shopMigrations, identity: identityMigrations }
  const target = { connection, dataDir, sets, replace: given.has('replace') }
  const { rows, tables, files, removed } = await restoreBackup(target, path.resolve(file))
  // From the state it was backed up in to this version's.
  await migrate(connection, { say: console.error })
  const replaced = removed === null ? '' : ` Before that, an unused shop was removed: ${removed}.`
  return `Restored ${rows} rows of ${tables} tables and ${files.length} files. Every row was read back and agrees with the backup.${replaced}`
})
