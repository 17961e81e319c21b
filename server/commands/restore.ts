import path from 'node:path'
import { identityMigrations } from '#identity/migrations.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { migrate, shopMigrations } from '../database/migrate.ts'
import { commandWithoutMigration } from './command.ts'

const usage = {
  line: 'npm run restore -- file [--replace]',
  description: 'Brings a backup into an empty shop, and reads every row back.',
  flags: { replace: 'removes a shop that was started and never used, and says what was removed' },
  maxPositionals: 1,
  minPositionals: 1,
}

export default commandWithoutMigration(usage, async ({ connection, config: { dataDir }, args }) => {
  const file = String(args.positionals[0])
  const sets = { shop: shopMigrations, identity: identityMigrations }
  const target = { connection, dataDir, sets, replace: args.has('replace') }
  const { rows, tables, files, removed } = await restoreBackup(target, path.resolve(file))
  // From the state it was backed up in to this version's.
  await migrate(connection, { say: console.error })
  const replaced = removed === null ? '' : ` Before that, an unused shop was removed: ${removed}.`
  return `Restored ${rows} rows of ${tables} tables and ${files.length} files. Every row was read back and agrees with the backup.${replaced}`
})
