import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, type TestContext } from 'vitest'
import { report } from './table.ts'

/** The journeys of one project of playwright.config.ts, as a row of the table. */
export async function runJourneys(task: TestContext['task'], project: string, check: string) {
  const results = `test-results/${project}.json`
  const journeys = spawn(
    'playwright',
    ['test', `--project=${project}`, '--forbid-only', '--reporter=list,json'],
    { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: results }, stdio: 'inherit' },
  )
  const [code] = await once(journeys, 'exit')
  const { stats } = JSON.parse(await readFile(results, 'utf8'))
  report(task, { check, tried: stats.expected + stats.unexpected, failed: stats.unexpected, lost: 0 })
  expect(code).toBe(0)
}
