import path from 'node:path'
import { identityMigrations } from '#identity/migrations.ts'
import { shopMigrations } from '../../platform/database/migrate.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { backupName, deleteOldBackups } from '../backup/delete-old-backups.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { commandWithoutMigration } from './command.ts'

const usage = {
  line: 'npm run backup [-- file]',
  description: 'Writes a consistent snapshot of the shop into one new file, while it runs.',
  options: {
    keep: 'how many backups to keep in DATA_DIR/backups: once the new one is complete, older ones are deleted',
  },
  maxPositionals: 1,
}

export default commandWithoutMigration(usage, async ({ connection, config: { dataDir }, args }) => {
  const keep = readKeep(args.values('keep'), args.positionals)
  const file = path.resolve(args.positionals[0] ?? path.join(dataDir, 'backups', backupName(new Date())))
  const sets = { shop: shopMigrations, identity: identityMigrations }
  const { tables, rows, files, bytes } = await writeBackup({ connection, dataDir, sets }, file)
  const deleted = keep === null ? 0 : await deleteOldBackups(file, keep)
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
  return [
    `Backed up ${rows} rows of ${tables} tables and ${files.length} files of ${dataDir} to ${file} (${size}). Keep it as secret as the shop itself.`,
    ...(deleted ? [`Older backups deleted: ${deleted}.`] : []),
  ].join(' ')
})

function readKeep([given]: string[], positionals: string[]): number | null {
  if (given === undefined) return null
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new StartupError('--keep must be a whole number, at least 1.')
  if (positionals.length > 0)
    throw new StartupError('--keep works only with backups in DATA_DIR/backups: omit the file or --keep.')
  return Number(given)
}
