import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Part of every Linux and macOS, but not of every container. */
export const noTerminal = spawnSync('script', ['--version']).error !== undefined

/** A command whose input and output are a terminal, with somebody sitting at it. */
export function inTerminal(command: string[], env: Record<string, string> = {}) {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['script', '-q', '/dev/null', ...command]
      : ['script', '-qec', `exec ${command.map(quoted).join(' ')}`, '/dev/null']
  const child = spawn(program as string, words, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      TERM: 'xterm',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
  })
  const ended = once(child, 'close').then(([code]) => code as number)
  return {
    ended,
    lines: () => stripVTControlCharacters(screen).split(/\r?\n/),
    type: (keys: string) => child.stdin.write(keys),
    shows: (text: string) =>
      vi.waitFor(() => expect(stripVTControlCharacters(screen)).toContain(text), {
        timeout: 60_000,
        interval: 20,
      }),
  }
}
