import path from 'node:path'
import { identityLineage } from '#identity/migrate.ts'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { migrate, shopLineage } from '../database/migrate.ts'
import { CommandProblem, commandAsItIs } from './command.ts'

await commandAsItIs(async ({ connection, config: { dataDir } }) => {
  const [, , file] = process.argv
  if (!file) throw new CommandProblem('Usage: npm run restore -- file')
  const lineages = { shop: shopLineage, identity: identityLineage }
  const restored = await restoreBackup({ connection, dataDir, lineages }, path.resolve(file))
  // From the state it was backed up in to this version's.
  await migrate(connection)
  return `Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files.length} files. Every row was read back and agrees with the back-up.`
})
