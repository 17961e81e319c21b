import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

type Process = { pid: number; parent: number; state: string; command: string }

function allProcesses(): Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, state = '', command = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      state,
      command,
    }))
}

/** Every process whose command line names this data folder. */
export const processesOf = (dataDir: string) =>
  allProcesses().filter(({ command, state }) => command.includes(dataDir) && !state.startsWith('Z'))

/** The PostgreSQL server that works in this data folder; null while there is none. */
export const postmasterOf = (dataDir: string) =>
  processesOf(dataDir).find(({ command }) => /^\S*bin\/postgres\s.*-D/.test(command))?.pid ?? null

/** The stand-ins beside this server process; null while there are none. */
export const sandboxOf = (serverPid: number) =>
  allProcesses().find(({ parent, command }) => parent === serverPid && command.includes('sandbox/main.ts'))
    ?.pid ?? null

/** How many sockets listen on this port of 127.0.0.1 (Linux only). */
export function countListeners(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const LISTEN = '0A'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address === local && state === LISTEN).length
}

export const childrenOf = (pid: number | null) =>
  allProcesses()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid)

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number | null, name: NodeJS.Signals): boolean {
  if (pid === null) return false
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Every process that works in this folder or was told of it; PostgreSQL's own can be told by nothing else (Linux only). */
export const processesIn = (folder: string) =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => tracesOf(path.join('/proc', pid)).some((trace) => trace.includes(folder)))
    .map(Number)

function tracesOf(entry: string): string[] {
  try {
    return [
      readlinkSync(path.join(entry, 'cwd')),
      readFileSync(path.join(entry, 'cmdline'), 'utf8'),
      readFileSync(path.join(entry, 'environ'), 'utf8'),
    ]
  } catch {
    return [] // it has ended, or belongs to somebody else
  }
}
