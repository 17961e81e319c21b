import { execFileSync } from 'node:child_process'

/** The processes that share the port of this supervisor, the oldest first. */
export const workersOf = (supervisorPid: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state = '']) => Number(parent) === supervisorPid && !state.startsWith('Z'))
    .filter((words) => words.at(-1)?.endsWith('workers/worker.ts'))
    .map(([pid]) => Number(pid))
