import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const NAME = /^hundredweight-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.gz$/
const UNFINISHED = /^hundredweight-[\dT-]+\.gz\.\d+\.unfinished$/
const DAY_MS = 86_400_000

/** Sorted by name, backups are sorted by time. */
export const backupName = (at: Date) =>
  `hundredweight-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.gz`

/**
 * Deletes the oldest backups of the new one's folder until `keep` are left, and answers how many. Files with other names stay, but for
 * what interrupted backups have left.
 */
export async function deleteOldBackups(newest: string, keep: number): Promise<number> {
  const folder = path.dirname(newest)
  // Whatever the clock says, the one that was just written is not the oldest.
  const older = (await readdir(folder)).filter((name) => NAME.test(name) && name !== path.basename(newest))
  const tooOld = older.sort().slice(0, Math.max(0, older.length - (keep - 1)))
  for (const name of tooOld) await rm(path.join(folder, name), { force: true })
  await deleteUnfinished(folder)
  return tooOld.length
}

/** Another one may be under way. */
async function deleteUnfinished(folder: string) {
  for (const name of (await readdir(folder)).filter((name) => UNFINISHED.test(name))) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > DAY_MS) await rm(file, { force: true })
  }
}
