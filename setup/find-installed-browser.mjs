// Where a browser for the tests may be. Shared by the setup, which has no dependencies, and by the tests.
import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs'

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const firefoxPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** The browser that CHROMIUM_PATH names, or else the first of the usual ones that is there; null when there is none. */
export const findInstalledBrowser = () => find(process.env.CHROMIUM_PATH, chromiumPlaces)

/** The same with FIREFOX_PATH. */
export const findFirefox = () => find(process.env.FIREFOX_PATH, firefoxPlaces)

const find = (named, places) => (named ? [named] : places).find(isUsable) ?? null

function isUsable(path) {
  try {
    accessSync(path, constants.X_OK)
    return !startsSnap(path)
  } catch {
    return false
  }
}

/** Ubuntu's chromium-browser and firefox are scripts that only tell people to install the snap, whose confinement tests cannot use. */
function startsSnap(path) {
  const file = openSync(path, 'r')
  const start = Buffer.alloc(2048)
  readSync(file, start)
  closeSync(file)
  return start.includes('#!') && start.includes('/snap/')
}
