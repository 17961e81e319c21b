import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { inspect } from 'node:util'
import { redactError } from '../../platform/log/redact-error.ts'
import { keepNextTickFast } from './keep-next-tick-fast.ts'

export const CLOSING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export const DRAIN_MS = 10_000

/** What every process that serves the shop begins with. */
export function prepareProcess() {
  // Node would print the error with all of its fields.
  process.on('uncaughtException', (error) => exitWithError(error))
  keepNextTickFast()
  enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/node'))
}

/** Writes to stderr directly: the console is redirected to the log. */
export function exitWithError(error: unknown, sentence: string | null = null): never {
  process.stderr.write(`${sentence ?? inspect(redactError(error), { depth: null })}\n`)
  process.exit(1)
}
