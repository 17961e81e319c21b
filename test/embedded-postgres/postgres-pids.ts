import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The pids of PostgreSQL, its backends and its guard that run for this data folder. */
export function serversIn(folder: string): number[] {
  return commands()
    .filter(({ text }) => text.includes(`${folder}/`) && !text.includes('/test/embedded-postgres/'))
    .map(({ pid }) => pid)
}

function commands(): { pid: number; text: string }[] {
  if (process.platform === 'linux') return readdirSync('/proc').filter(Number).map(Number).flatMap(describe)
  return execFileSync('/bin/ps', ['-ww', '-axo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), text: line }))
}

// Backends replace their command by a title, but stay in their data folder.
function describe(pid: number) {
  try {
    const cmdline = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return cmdline ? [{ pid, text: `${cmdline} ${readlinkSync(`/proc/${pid}/cwd`)}/` }] : []
  } catch {
    return []
  }
}
