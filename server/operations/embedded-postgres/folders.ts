import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { type OsUser, osUserFor, passesTestAs } from './os-user.ts'

/** The folder that holds cluster, socket and (if need be) binaries, and the user that PostgreSQL runs as there. */
export type Folders = { folder: string; cluster: string; account: OsUser | null }

const SYSTEM_FOLDER = process.platform === 'darwin' ? '/var/db' : '/var/lib'
const MAX_SOCKET_FOLDER_BYTES = 85
const PASS_THROUGH = 0o001

/** `<dataDir>/postgres`; a link to a system folder when PostgreSQL's user cannot get as far as the data folder. */
export function chooseFolders(dataDir: string, log: (sentence: string) => void): Folders {
  const topmostMade = mkdirSync(dataDir, { recursive: true })
  const root = realpathSync(dataDir)
  const home = join(root, 'postgres')
  const linked = lstatSync(home, { throwIfNoEntry: false })
  if (linked?.isSymbolicLink() && !existsSync(home)) {
    throw new StartupError(
      `The database of ${dataDir} was kept in ${readlinkSync(home)}, which is gone: ` +
        `bring it back, or delete ${home} to begin with an empty one.`,
    )
  }
  const account = osUserFor(join(home, 'cluster'))
  if (account) letPass(root, topmostMade && realpathSync(topmostMade))
  if (!linked) {
    if (!account || passesTestAs(account, 'test -x "$1"', root))
      mkdirSync(home, { recursive: true, mode: 0o700 })
    else symlinkSync(systemFolder(root, account), home)
  }
  const folder = realpathSync(home)
  if (folder !== home) log(`The database of ${dataDir} is kept in ${folder}.`)
  assertUsable(folder, account)
  return { folder, cluster: join(folder, 'cluster'), account }
}

/** A folder for sockets that only PostgreSQL's user enters; outside the place when its path would be too long. */
export function makeSocketFolder({ folder, account }: Folders): string {
  const inside = join(folder, 'socket')
  const isLink = lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()
  if (Buffer.byteLength(inside) <= MAX_SOCKET_FOLDER_BYTES) {
    if (isLink) rmSync(inside)
    makePrivate(inside, account)
    return inside
  }
  if (isLink) {
    const outside = readlinkSync(inside)
    if (!existsSync(outside)) {
      // Fails when somebody else is quicker: a folder of theirs must not become PostgreSQL's.
      mkdirSync(outside, { mode: 0o700 })
      makePrivate(outside, account)
    }
    if (isPrivate(outside, account)) return outside
  }
  rmSync(inside, { recursive: true, force: true })
  const fresh = mkdtempSync(join(shortTemporaryFolder(account), 'hundredweight-'))
  makePrivate(fresh, account)
  symlinkSync(fresh, inside)
  return fresh
}

function makePrivate(folder: string, account: OsUser | null) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) lchownSync(folder, account.uid, account.gid)
}

function isPrivate(folder: string, account: OsUser | null): boolean {
  const { uid, mode } = lstatSync(folder)
  return (
    uid === (account?.uid ?? process.getuid?.()) && (mode & (constants.S_IFMT | 0o077)) === constants.S_IFDIR
  )
}

// Whoever lowers privileges may have a temporary folder of their own that the lesser user cannot enter.
function shortTemporaryFolder(account: OsUser | null): string {
  const own = tmpdir()
  return account || Buffer.byteLength(own) > MAX_SOCKET_FOLDER_BYTES - 'hundredweight-123456/'.length
    ? '/tmp'
    : own
}

function systemFolder(dataDir: string, account: OsUser): string {
  try {
    return mkdtempSync(join(SYSTEM_FOLDER, 'hundredweight-'))
  } catch (cause) {
    throw new StartupError(
      `PostgreSQL runs as user ${account.name}, who cannot reach ${dataDir}, and ${SYSTEM_FOLDER} is not writable: ` +
        'set DATA_DIR to a folder that this user can reach.',
      { cause },
    )
  }
}

/** Lets other users pass through the data folder and the folders that were made for it, never through older ones. */
function letPass(dataDir: string, topmostMade = dataDir) {
  for (let folder = dataDir; ; folder = dirname(folder)) {
    openIfOurs(folder)
    if (folder === topmostMade || folder === dirname(folder)) return
  }
}

function openIfOurs(folder: string) {
  const { uid, mode } = statSync(folder)
  if (uid === process.getuid?.() && !(mode & PASS_THROUGH)) chmodSync(folder, (mode & 0o7777) | PASS_THROUGH)
}

function assertUsable(folder: string, account: OsUser | null) {
  if (account) {
    openIfOurs(folder)
    if (passesTestAs(account, 'test -x "$1"', folder)) return
    throw new StartupError(
      `The database in ${folder} runs as user ${account.name}, who cannot reach that folder: ` +
        'let others pass through the folders above it (chmod o+x), or set DATA_DIR to another one.',
    )
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const cluster = join(folder, 'cluster')
    if (existsSync(cluster)) accessSync(cluster, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartupError(
      `The database in ${folder} belongs to another user: start the shop as that user (or as root), or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}
