import path from 'node:path'
import { identityMigrations } from '#identity/migrations.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { shopMigrations } from '../database/migrate.ts'
import { commandWithoutMigration } from './command.ts'

const usage = {
  line: 'npm run backup [-- file]',
  description: 'Writes a consistent snapshot of the shop into one new file, while it runs.',
  maxPositionals: 1,
}

export default commandWithoutMigration(usage, async ({ connection, config: { dataDir }, args }) => {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = path.resolve(
    args.positionals[0] ?? path.join(dataDir, 'backups', `hundredweight-${moment}.gz`),
  )
  const sets = { shop: shopMigrations, identity: identityMigrations }
  const { tables, rows, files, bytes } = await writeBackup({ connection, dataDir, sets }, file)
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
  return `Backed up ${rows} rows of ${tables} tables and ${files.length} files of ${dataDir} to ${file} (${size}). Keep it as secret as the shop itself.`
})
