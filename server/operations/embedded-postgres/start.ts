import { existsSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { installedBinaries, usableBinaries } from './binaries.ts'
import { isListening, lockFolder, ownerSocket } from './folder-lock.ts'
import { chooseFolders, type Folders, makeSocketFolder } from './folders.ts'
import { DATABASE, initCluster, USER } from './init-cluster.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { PORT, superviseServer } from './supervise.ts'

export type EmbeddedPostgres = {
  /** What `pg` takes; the host is the folder of the server's socket. */
  connection: { host: string; port: number; user: string; database: string }
  /** False when another live process owns this folder and we only use its server. */
  owned: boolean
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** Further PostgreSQL settings, for instance fsync=off for tests. */
  settings?: Record<string, string>
  /** Command-line helpers may share the server of a running shop; a second shop may not. */
  share?: boolean
  log?: (sentence: string) => void
}

const SHARED_READY_MS = 30_000
const POLL_MS = 20

/** Runs the PostgreSQL that npm installed, as a child on a socket of its own, with its data under `dataDir`. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartupError('The embedded database does not run on Windows: use WSL, or set DATABASE_URL.')
  }
  const dataDir = resolve(options.dataDir)
  try {
    return await whileKeptAlive(() => start({ ...options, dataDir }))
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error
    throw new StartupError(`The database cannot be kept in ${dataDir}: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

async function start(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, share = false, log = () => {} } = options
  const place = chooseFolders(dataDir, log)
  const socketFolder = makeSocketFolder(place)
  const connection = { host: socketFolder, port: PORT, user: USER, database: DATABASE }
  const claim = await lockFolder(socketFolder)
  if (!claim) {
    if (!share)
      throw new StartupError(
        `Another shop is running on ${dataDir}: stop it, or give this one a DATA_DIR of its own.`,
      )
    const joined = await joinServer(place, socketFolder)
    return joined ? { connection, owned: false, stop: async () => {} } : start(options)
  }
  const giveBack = async () => {
    await claim.release()
    if (dirname(socketFolder) !== place.folder) removeIfEmpty(socketFolder)
  }
  try {
    const installed = installedBinaries()
    refuseOtherVersion(dataDir, place.cluster, installed.version)
    const binaries = usableBinaries(place, installed)
    if (!existsSync(place.cluster)) await initCluster(place, binaries, settings.fsync !== 'off')
    const server = await superviseServer({ place, binaries, socketFolder, settings, log })
    let stopped: Promise<void> | undefined
    return {
      connection,
      owned: true,
      stop() {
        stopped ??= whileKeptAlive(() => server.stop().finally(giveBack))
        return stopped
      },
    }
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Waits for the server of the process that holds the folder; false when that process has ended meanwhile. */
async function joinServer({ cluster }: Folders, socketFolder: string): Promise<boolean> {
  const deadline = Date.now() + SHARED_READY_MS
  while (await isListening(ownerSocket(socketFolder))) {
    if (readPostmasterPid(cluster).ready && (await isListening(join(socketFolder, `.s.PGSQL.${PORT}`))))
      return true
    if (Date.now() > deadline)
      throw new StartupError(`The running shop's database in ${cluster} is not ready: see its log.`)
    await delay(POLL_MS)
  }
  return false
}

function refuseOtherVersion(dataDir: string, cluster: string, version: string) {
  if (!existsSync(cluster)) return
  const [major] = version.split('.')
  const written = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (written === major) return
  throw new StartupError(
    `${cluster} holds data of PostgreSQL ${written}, and this version of the shop comes with PostgreSQL ${major}, which cannot read it. Nothing was changed. ` +
      'Go back to the version of the shop that ran here before, and back up with it: npm run backup -- FILE. ' +
      `Then move ${dataDir} away, and restore with this version: npm run restore -- FILE (docs/going-live.md, "A new PostgreSQL").`,
  )
}

function removeIfEmpty(folder: string) {
  try {
    rmdirSync(folder)
  } catch {
    // The next owner is already in it.
  }
}

// Everything the starter holds lets the process end; only these waits do not.
async function whileKeptAlive<T>(work: () => Promise<T>): Promise<T> {
  const anchor = setInterval(() => {}, 60_000)
  try {
    return await work()
  } finally {
    clearInterval(anchor)
  }
}
