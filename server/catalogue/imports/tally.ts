import { MAX_LISTED_ERRORS } from '#contract/catalogue/imports.ts'
import type { RowError } from './file/read-row.ts'
import type { Plan } from './plan-row.ts'
import type { Counts } from './store.ts'

const NOTHING_YET: Counts = { rows: 0, done: 0, created: 0, updated: 0, unchanged: 0, wrong: 0, errors: [] }

/** Counts rows by what becomes of them, and lists the first errors. */
export function createTally(before = NOTHING_YET) {
  const counts: Counts = { ...before, errors: [...before.errors] }
  return {
    counts,
    count(outcome: Plan['outcome']) {
      counts[outcome]++
    },
    /** A row that was counted before turns out to be wrong. */
    recount(outcome: Plan['outcome']) {
      counts[outcome]--
      counts.wrong++
    },
    list(line: number, errors: RowError[]) {
      if (counts.errors.length >= MAX_LISTED_ERRORS) return
      counts.errors.push(...errors.map((error) => ({ line, ...error })))
      counts.errors.splice(MAX_LISTED_ERRORS)
      counts.errors.sort((one, other) => one.line - other.line)
    },
  }
}
export type Tally = ReturnType<typeof createTally>
