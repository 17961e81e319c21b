import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../platform/startup/startup-error.ts'

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
  await deleteAll(folder, [...tooOld, ...(await listInterrupted(folder))])
  return tooOld.length
}

/** One that cannot be deleted keeps none of the others: the disk would fill up. */
async function deleteAll(folder: string, names: string[]) {
  const deletions = await Promise.allSettled(
    names.map((name) => rm(path.join(folder, name), { force: true })),
  )
  const problems = deletions.flatMap((deletion) =>
    deletion.status === 'rejected' ? [(deletion.reason as Error).message] : [],
  )
  if (problems.length > 0)
    throw new StartupError(
      `The new backup is complete, but not all old ones could be deleted: ${problems.join('; ')}`,
    )
}

/** What was written to within a day may be a backup that is under way. */
async function listInterrupted(folder: string): Promise<string[]> {
  const interrupted: string[] = []
  for (const name of (await readdir(folder)).filter((name) => UNFINISHED.test(name))) {
    const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > DAY_MS) interrupted.push(name)
  }
  return interrupted
}
