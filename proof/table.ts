import type { Reporter, TestCase } from 'vitest/node'

/** What one check has tried, what of it failed, and what that was acknowledged was lost. */
export type Row = { check: string; tried: number | string; failed: number; lost: number; remark?: string }

declare module 'vitest' {
  interface TaskMeta {
    proof?: Row[]
  }
}

/** Adds to the table that is printed at the end of the run. */
export function report(task: { meta: { proof?: Row[] } }, row: Row) {
  task.meta.proof = [...(task.meta.proof ?? []), row]
}

export class ProofTable implements Reporter {
  readonly #rows: Row[] = []

  onTestCaseResult(test: TestCase) {
    const { state } = test.result()
    const rows = test.meta().proof ?? []
    this.#rows.push(...rows)
    if (state === 'skipped')
      this.#rows.push({ check: test.name, ...NOTHING, remark: `not run: ${reasonOf(test)}` })
    if (state === 'failed' && !rows.some(({ failed, lost }) => failed || lost))
      this.#rows.push({ check: test.name, ...NOTHING, failed: 1, remark: 'failed, see above' })
  }

  onTestRunEnd() {
    if (this.#rows.length === 0) return
    const table = this.#rows.map(({ check, tried, failed, lost, remark = '' }) => [
      check,
      tried,
      failed,
      lost,
      remark,
    ])
    const lines = [['Check', 'Tried', 'Failed', 'Lost', ''], ...table].map((row) => row.map(String))
    const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
    console.log()
    for (const [check = '', tried = '', failed = '', lost = '', remark = ''] of lines)
      console.log(
        `${check.padEnd(widths[0] ?? 0)}  ${tried.padStart(widths[1] ?? 0)}  ${failed.padStart(widths[2] ?? 0)}  ${lost.padStart(widths[3] ?? 0)}  ${remark}`,
      )
  }
}

const NOTHING = { tried: 0, failed: 0, lost: 0 }

function reasonOf(test: TestCase) {
  const result = test.result() as { note?: string }
  return result.note ?? 'not chosen'
}
