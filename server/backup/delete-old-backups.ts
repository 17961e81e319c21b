import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

const NAME = /^hundredweight-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.gz$/

/** Sorted by name, backups are sorted by time. */
export const backupName = (at: Date) =>
  `hundredweight-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.gz`

/** Deletes the oldest backups of the new one's folder until `keep` are left, and answers how many. Files with other names stay. */
export async function deleteOldBackups(newest: string, keep: number): Promise<number> {
  const folder = path.dirname(newest)
  // Whatever the clock says, the one that was just written is not the oldest.
  const older = (await readdir(folder)).filter((name) => NAME.test(name) && name !== path.basename(newest))
  const tooOld = older.sort().slice(0, Math.max(0, older.length - (keep - 1)))
  for (const name of tooOld) await rm(path.join(folder, name), { force: true })
  return tooOld.length
}
