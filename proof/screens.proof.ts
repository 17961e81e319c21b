import { test } from 'vitest'
import { runJourneys } from './run-journeys.ts'

test('every screen in both themes and sizes, with long words, over a slow network; the rarer journeys', ({
  task,
}) => runJourneys(task, 'screens', 'Screens: barriers, width, slow network, rarer journeys'))
