import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../platform/startup/startup-error.ts'
import type { Folders } from './folders.ts'
import { type Guarded, runGuarded } from './guarded-process.ts'
import { readPostmasterPid, stopPredecessor } from './postmaster-pid.ts'

export const PORT = 5432

const POLL_MS = 10
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
const STEADY_MS = 10_000
const STRAGGLERS_MS = 10_000

type ServerOptions = {
  place: Folders
  binaries: string
  socketFolder: string
  settings: Record<string, string>
  log: (sentence: string) => void
}

/** Starts PostgreSQL, and starts it again whenever it ends by itself, until stopped. */
export async function superviseServer(options: ServerOptions): Promise<{ stop(): Promise<void> }> {
  const { socketFolder, log } = options
  const { cluster, account } = options.place
  const stop = new AbortController()
  const stopping = stop.signal
  let server: Guarded | undefined

  /** Null when PostgreSQL is ready, otherwise why it is not. */
  async function start(): Promise<string | null> {
    try {
      const environment = await stopPredecessor(cluster)
      if (stopping.aborted) return 'it was stopped'
      rmSync(join(socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true })
      const stale = readPostmasterPid(cluster).text
      server = runGuarded({ command: serverCommand(options), account, environment, end: 'inOrder' })
      while (!server.hasEnded()) {
        const { text, ready } = readPostmasterPid(cluster)
        if (ready && text !== stale) return null
        await delay(POLL_MS, undefined, { ref: false })
      }
      return (await server.ended) ?? 'it ended at once'
    } catch (error) {
      return (error as Error).message
    }
  }

  async function startFirst() {
    const deadline = Date.now() + STRAGGLERS_MS
    for (;;) {
      const cause = await start()
      if (cause === null) return
      // Backends of a killed predecessor end a moment after it.
      if (!cause.includes('shared memory block') || Date.now() > deadline) {
        throw new StartupError(`PostgreSQL could not start on ${cluster}: ${cause}.`)
      }
      await delay(FIRST_PAUSE_MS, undefined, { ref: false })
    }
  }

  async function startAgainWheneverItEnds() {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopping.aborted) {
      const readyAt = Date.now()
      let cause: string | null = (await server?.ended) ?? 'somebody shut it down'
      if (Date.now() - readyAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      let said: string | undefined
      while (cause !== null && !stopping.aborted) {
        if (said !== withoutNumbers(cause)) log(`PostgreSQL stopped (${cause}); starting it again.`)
        said = withoutNumbers(cause)
        await delay(pauseMs, undefined, { ref: false, signal: stopping }).catch(() => {})
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
        cause = await start()
      }
      if (cause === null) log('PostgreSQL runs again.')
    }
  }

  await startFirst()
  const watching = startAgainWheneverItEnds()
  return {
    async stop() {
      stop.abort()
      server?.stop()
      await watching
      await server?.ended
      await stopPredecessor(cluster)
    },
  }
}

/** The same cause at the next attempt differs in process and file numbers only. */
const withoutNumbers = (cause: string) => cause.replace(/\d+/g, '')

function serverCommand({ place, binaries, socketFolder, settings }: ServerOptions): string[] {
  const all = {
    ...settings,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [join(binaries, 'bin/postgres'), '-D', place.cluster, ...options]
}
