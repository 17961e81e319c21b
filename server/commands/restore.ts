import path from 'node:path'
import { identityLineage } from '#identity/migrate.ts'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { migrate, shopLineage } from '../database/migrate.ts'
import { commandAsItIs } from './command.ts'

const usage = {
  line: 'npm run restore -- file',
  does: 'Brings a backup into an empty shop, and reads every row back.',
  words: 1,
  needs: 1,
}

await commandAsItIs(usage, async ({ connection, config: { dataDir }, given }) => {
  const file = String(given.words[0])
  const lineages = { shop: shopLineage, identity: identityLineage }
  const restored = await restoreBackup({ connection, dataDir, lineages }, path.resolve(file))
  // From the state it was backed up in to this version's.
  await migrate(connection)
  return `Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files.length} files. Every row was read back and agrees with the back-up.`
})
