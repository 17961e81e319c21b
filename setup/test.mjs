// npm test: what a machine can judge, then rules and calls, then the browser; the first stage that fails is the last.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { run } from './children.mjs'

const results = 'test-results'
const callResults = `${results}/calls.json`
const journeyResults = `${results}/journeys.json`

const stages = [
  { name: 'Verify', command: 'node', args: ['setup/verify.mjs'] },
  {
    name: 'Rules and calls',
    command: 'vitest',
    args: [
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${callResults}`,
    ],
    count: () => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(callResults)
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
    },
  },
  {
    name: 'Browser journeys',
    command: 'playwright',
    args: ['test', '--project=journeys', '--forbid-only', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeyResults },
    count: () => {
      const { expected, unexpected, flaky, skipped } = readJson(journeyResults).stats
      return { passed: expected + flaky, failed: unexpected, skipped }
    },
  },
]

const total = { passed: 0, failed: 0, skipped: 0 }

async function runStages() {
  for (const { name, command, args, env, count } of stages) {
    console.log(`\n${name}`)
    const { failed } = await run(command, args, { show: true, env })
    if (count) add(count)
    if (failed) return name
  }
}

function add(count) {
  try {
    for (const [outcome, number] of Object.entries(count())) total[outcome] += number
  } catch {
    console.error('This stage left no results to count.')
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

mkdirSync(results, { recursive: true })
for (const old of [callResults, journeyResults]) rmSync(old, { force: true })
const stoppedAt = await runStages()
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(
  `\n${total.passed} passed, ${total.failed} failed${skipped}${stoppedAt ? `; failed at: ${stoppedAt}` : ''}`,
)
process.exit(stoppedAt ? 1 : 0)
