import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { OsUser } from './os-user.ts'

// The shell is the parent of the program and leads a session of its own, so that Ctrl-C in a terminal does not reach it.
// Descriptor 3 is a pipe from this process: its end means that we stopped or died, however that happened.
const guard = (end: string) => `
"$@" 3<&- &
program=$!
trap '${end}' TERM
(while read -r line; do :; done; kill -TERM $$) <&3 >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$program"; status=$?
while kill -0 "$program" 2>/dev/null; do wait "$program"; status=$?; done
kill "$watcher" 2>/dev/null; wait "$watcher"
exit "$status"
`
const GUARDS = {
  // A shell starts background programs with INT ignored, so that INT alone is lost in their first moments; to a running
  // PostgreSQL the pair means "fast shutdown".
  inOrder: guard('kill -TERM "$program"; kill -INT "$program"'),
  // initdb heeds signals late, and writes on until then.
  atOnce: guard('kill -KILL 0'),
}
const LOG_KEPT = 16_000
const STRAGGLERS_MS = 5_000

type GuardedProgram = {
  command: string[]
  account: OsUser | null
  environment?: Record<string, string>
  end: keyof typeof GUARDS
}

export type Guarded = {
  /** Settles when the program, and whatever it started, has ended; null is success, otherwise the cause. */
  ended: Promise<string | null>
  hasEnded(): boolean
  /** Asks the program to end. The same happens by itself when this process dies. */
  stop(): void
}

/** Runs a program that cannot outlive this process and does not keep its event loop alive. */
export function runGuarded({ command, account, environment = {}, end }: GuardedProgram): Guarded {
  const shell = spawn('/bin/sh', ['-c', GUARDS[end], 'sh', ...command], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  const ending = new Promise<string | null>((resolve) => {
    const closed = new Promise((close) => shell.once('close', close))
    shell.once('error', (error) => resolve(error.message))
    shell.once('exit', async (status) => {
      await Promise.race([closed, delay(STRAGGLERS_MS, undefined, { ref: false })])
      resolve(status === 0 ? null : causeOf(status, log))
    })
  })
  // Both are missing when the spawn itself failed.
  const errors = shell.stderr as Socket | null
  const lifeline = shell.stdio?.[3] as Socket | undefined
  let log = ''
  let over = false
  errors?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_KEPT)
  })
  lifeline?.on('error', () => {})
  shell.unref()
  errors?.unref()
  lifeline?.unref()
  const stop = () => void lifeline?.destroy()
  const ended = ending.finally(() => {
    over = true
    stop()
  })
  return { ended, hasEnded: () => over, stop }
}

function causeOf(status: number | null, log: string): string {
  const lines = log.trim().split('\n')
  // Errors of single statements are no cause, except that a full disk shows there first.
  const full = lines.find((line) => /No space left|quota exceeded/i.test(line))
  const panic = lines.find((line) => line.includes('PANIC: '))
  const signal = status === null ? 'killed' : status > 128 ? `signal ${status - 128}` : undefined
  const fatal = lines.findLast((line) => /(FATAL|error): /.test(line))
  const cause = full ?? panic ?? signal ?? fatal ?? lines.at(-1)
  return cause?.replace(/^.*?(PANIC|FATAL|ERROR|LOG|error): +/, '') || `status ${status}`
}
