import type { Logger } from 'pino'
import { summarizeError } from '../log/redact-error.ts'

const QUIET_MS = 60_000

/** While the database is away, every worker fails every time it asks: only the first error of each kind is logged. */
export function createErrorReport(log: Pick<Logger, 'warn'>) {
  const lastSeen = new Map<string, number>()
  return function report(error: unknown) {
    const reason = summarizeError(error)
    const silentFor = performance.now() - (lastSeen.get(reason) ?? Number.NEGATIVE_INFINITY)
    lastSeen.set(reason, performance.now())
    if (silentFor > QUIET_MS) log.warn({ reason }, 'the job engine has a problem and goes on by itself')
  }
}
