import { execFileSync } from 'node:child_process'

type Process = { pid: number; parent: number; state: string; command: string }

/** Every process whose command line names this data folder, and their children. */
export function processesOf(dataDir: string): Process[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, state = '', command = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      state,
      command,
    }))
  return all.filter(({ command, state }) => command.includes(dataDir) && !state.startsWith('Z'))
}

/** The PostgreSQL server that works in this data folder; null while there is none. */
export const postmasterOf = (dataDir: string) =>
  processesOf(dataDir).find(({ command }) => /^\S*bin\/postgres\s.*-D/.test(command))?.pid ?? null

/** The stand-ins beside this server process; null while there are none. */
export function sandboxOf(serverPid: number) {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 }).split(
    '\n',
  )
  const line = lines.find(
    (entry) => entry.includes('sandbox/main.ts') && Number(entry.trim().split(/\s+/)[1]) === serverPid,
  )
  return line ? Number(line.trim().split(/\s+/)[0]) : null
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number | null, name: NodeJS.Signals): boolean {
  if (pid === null) return false
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
