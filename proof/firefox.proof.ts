import { test } from 'vitest'
import { findFirefox } from '../setup/find-installed-browser.mjs'
import { runJourneys } from './run-journeys.ts'

test('journeys in Firefox', ({ task, skip }) => {
  if (!findFirefox()) return skip('Firefox is not installed on this machine (Debian: firefox-esr)')
  return runJourneys(task, 'firefox', 'Journeys in Firefox')
})
