// npm test: what a machine can judge, then rules and calls, then the browser; the first stage that fails is the last.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { run } from './child-processes.mjs'

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
      const { numPassedTests: passed, numFailedTests: failed, testResults } = readJson(callResults)
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
      const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
      const timed = tests.map(({ title, duration }) => ({ title, ms: duration ?? 0 }))
      return { passed, failed, timed, skipped: skipped.map(({ title }) => title) }
    },
  },
  {
    name: 'Browser journeys',
    command: 'playwright',
    args: ['test', '--project=journeys', '--forbid-only', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeyResults },
    count: () => {
      const { stats, suites } = readJson(journeyResults)
      const specs = suites.flatMap(specsIn)
      const skipped = specs.filter(({ tests }) => tests[0].status === 'skipped')
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        timed: specs.map(({ title, tests }) => ({ title, ms: tests[0].results[0]?.duration ?? 0 })),
        skipped: skipped.map(({ title }) => title),
      }
    },
  },
]

const SLOWEST = 10
const total = { passed: 0, failed: 0, skipped: [], timed: [] }

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
    const { passed, failed, skipped, timed } = count()
    total.passed += passed
    total.failed += failed
    total.skipped.push(...skipped)
    total.timed.push(...timed)
  } catch {
    console.error('This stage left no results to count.')
  }
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

mkdirSync(results, { recursive: true })
for (const old of [callResults, journeyResults]) rmSync(old, { force: true })
const stoppedAt = await runStages()
const slowest = total.timed.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
if (slowest.length > 0) console.log('\nSlowest:')
for (const { title, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`)
const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : ''
console.log(
  `\n${total.passed} passed, ${total.failed} failed${skipped}${stoppedAt ? `; failed at: ${stoppedAt}` : ''}`,
)
for (const title of total.skipped) console.log(`Skipped: ${title}`)
process.exit(stoppedAt ? 1 : 0)
