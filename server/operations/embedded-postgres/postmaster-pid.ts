import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../platform/startup/startup-error.ts'

const POLL_MS = 20
const PREDECESSOR_MS = 60_000

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** What PostgreSQL writes about itself while it runs. It stays behind after a crash. */
export function readPostmasterPid(cluster: string): { text: string | null; pid: number; ready: boolean } {
  try {
    const text = readFileSync(lockFile(cluster), 'utf8')
    const lines = text.split('\n')
    return { text, pid: Number(lines[0]) || 0, ready: lines[7]?.startsWith('ready') ?? false }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { text: null, pid: 0, ready: false }
  }
}

/**
 * Ends a server whose owner died, and gives the environment in which the next one ignores a stale lock file.
 * The file is left in place: it also names the shared memory by which PostgreSQL notices surviving backends.
 */
export async function stopPredecessor(cluster: string): Promise<Record<string, string>> {
  const { text, pid } = readPostmasterPid(cluster)
  if (pid === 0) {
    if (text !== null) rmSync(lockFile(cluster))
    return {}
  }
  if (isServerOf(cluster, pid)) {
    process.kill(pid, 'SIGINT')
    const deadline = Date.now() + PREDECESSOR_MS
    while (isServerOf(cluster, pid)) {
      if (Date.now() > deadline)
        throw new StartupError(`the PostgreSQL of an earlier run (process ${pid}) will not stop`)
      await delay(POLL_MS, undefined, { ref: false })
    }
  }
  // The pid may meanwhile belong to any program; PostgreSQL takes this one for harmless.
  return { PG_GRANDPARENT_PID: String(pid) }
}

function isServerOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') {
      const [program, ...options] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return program?.endsWith('/bin/postgres') === true && options.includes(cluster)
    }
    const command = execFileSync('/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(`/bin/postgres -D ${cluster} `)
  } catch {
    return false
  }
}
