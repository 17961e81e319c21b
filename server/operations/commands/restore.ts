import path from 'node:path'
import { identityMigrations } from '#identity/migrations.ts'
import { shopMigrations } from '../../platform/database/migrate.ts'
import { GIVEN_NUMBER_OPTIONS, readGivenNumbers } from '../backup/given-numbers.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { commandWithoutMigration } from './command.ts'

const usage = {
  line: 'npm run restore -- file [options]',
  description:
    'Brings a backup into an empty shop, and reads every row back. Name the last numbers that were used after the backup, so that none is used twice.',
  flags: { replace: 'removes a shop that was started and never used, and says what was removed' },
  options: GIVEN_NUMBER_OPTIONS,
  maxPositionals: 1,
  minPositionals: 1,
}

export default commandWithoutMigration(usage, async ({ connection, config, args }) => {
  const { dataDir, timeZone } = config
  const file = String(args.positionals[0])
  const sets = { shop: shopMigrations, identity: identityMigrations }
  const given = { numbers: readGivenNumbers(args.values), timeZone }
  const target = { connection, dataDir, sets, replace: args.has('replace'), given }
  const { madeAt, rows, tables, files, removed, lost, lastNumbers } = await restoreBackup(
    target,
    path.resolve(file),
  )
  return [
    `Restored ${rows} rows of ${tables} tables and ${files.length} files. Every row was read back and matches the backup.`,
    ...(removed === null ? [] : [`Before that, an unused shop was removed: ${removed}.`]),
    `The backup was made at ${madeAt}. Passwords changed, sessions ended, and users removed or accounts deleted since then are back as they were: do all of that again.`,
    `The last numbers: ${lastNumbers}.`,
    ...(lost.length ? [`Recorded as lost: ${lost.join(', ')}.`] : []),
  ].join(' ')
})
