import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { report } from './table.ts'

const RESULTS = 'test-results/screens.json'

test('every screen in both themes and sizes, with long words, over a slow network; the rarer journeys', async ({
  task,
}) => {
  const journeys = spawn(
    'playwright',
    ['test', '--project=screens', '--forbid-only', '--reporter=list,json'],
    { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: RESULTS }, stdio: 'inherit' },
  )
  const [code] = await once(journeys, 'exit')
  const { stats } = JSON.parse(await readFile(RESULTS, 'utf8'))
  report(task, {
    check: 'Screens: barriers, width, slow network, rarer journeys',
    tried: stats.expected + stats.unexpected,
    failed: stats.unexpected,
    lost: 0,
  })
  expect(code).toBe(0)
})
