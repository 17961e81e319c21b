import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Command } from '#server/operations/commands/command.ts'
import type { TestShop } from './shop.ts'

type Outcome = { code: number; said: string; complained: string }
type Given = { words?: string[]; env?: Record<string, string> }

const folder = path.join(import.meta.dirname, '../server/operations/commands')
export const COMMAND_RUNNER = path.join(folder, 'run.ts')

/** The shop's commands, beside the running shop. */
export function commandsOf(shop: TestShop) {
  const settings = (env: Record<string, string> = {}) => ({
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
    ...env,
  })
  return {
    /** Without a terminal. */
    async run(name: string, { words = [], env }: Given = {}): Promise<Outcome> {
      const { default: command }: { default: Command } = await import(path.join(folder, `${name}.ts`))
      const said: string[] = []
      const complained: string[] = []
      const code = await command({
        typed: words,
        readVariables: () => settings(env),
        say: (sentence) => said.push(sentence),
        complain: (sentence) => complained.push(sentence),
      })
      return { code, said: said.join('\n'), complained: complained.join('\n') }
    },

    /** As npm runs it, in a process of its own. */
    runProcess: (name: string, typed: string, { words = [], env }: Given = {}) =>
      runCommandProcess(name, words, settings(env), typed),
  }
}

/** A command as npm runs it, with nothing but these variables. */
export async function runCommandProcess(
  name: string,
  words: string[],
  variables: Record<string, string>,
  typed = '',
): Promise<Outcome> {
  const child = spawn(process.execPath, [COMMAND_RUNNER, name, ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NODE_COMPILE_CACHE: path.join(folder, '../../../node_modules/.cache/node'),
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(typed)
  const [said, complained, [code]] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'close'),
  ])
  return { code, said: said.join('').trim(), complained: complained.join('').trim() }
}
