import path from 'node:path'
import { parseArgs } from 'node:util'
import { identityLineage } from '#identity/migrate.ts'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { migrate, shopLineage } from '../database/migrate.ts'
import { CommandProblem, commandAsItIs } from './command.ts'

await commandAsItIs(async ({ connection, config: { dataDir } }) => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file) throw new CommandProblem('Usage: npm run restore -- file [--replace]')
  const lineages = { shop: shopLineage, identity: identityLineage }
  const target = { connection, dataDir, lineages, replace: values.replace }
  const { rows, tables, files, removed } = await restoreBackup(target, path.resolve(file))
  // From the state it was backed up in to this version's.
  await migrate(connection, { say: console.error })
  const replaced = removed === null ? '' : ` Before that, an unused shop was removed: ${removed}.`
  return `Restored ${rows} rows of ${tables} tables and ${files.length} files. Every row was read back and agrees with the back-up.${replaced}`
})
