// Where a browser for the tests may be. Shared by the setup, which has no dependencies, and by test/find-browser.ts.
import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that CHROMIUM_PATH names, or else the first of the usual ones that is there; null when there is none. */
export function findInstalledBrowser() {
  const named = process.env.CHROMIUM_PATH
  return (named ? [named] : usualPlaces).find(isUsable) ?? null
}

function isUsable(path) {
  try {
    accessSync(path, constants.X_OK)
    return !startsSnap(path)
  } catch {
    return false
  }
}

/** Ubuntu's chromium-browser is a script that only tells people to install the snap, whose confinement tests cannot use. */
function startsSnap(path) {
  const file = openSync(path, 'r')
  const start = Buffer.alloc(2048)
  readSync(file, start)
  closeSync(file)
  return start.includes('#!') && start.includes('/snap/')
}
