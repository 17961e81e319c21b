import './change-to-root.mjs'
import { build, buildIsCurrent } from './build.mjs'
import { adviceFor, SetupError } from './error-advice.mjs'
import { install, installIsCurrent } from './install.mjs'
import { hasBrowser, hasFirefox, installBrowser, installFirefox } from './install-browser.mjs'
import { withLock } from './lock.mjs'
import { step } from './progress.mjs'

const packages = { name: 'Installing packages', isDone: installIsCurrent, work: install }
const site = { name: 'Building the site', isDone: buildIsCurrent, work: build }
const browser = { name: 'Installing a browser for the tests', isDone: hasBrowser, work: installBrowser }
const firefox = { name: 'Installing Firefox for the proof', isDone: hasFirefox, work: installFirefox }

const stepsFor = {
  start: [packages, site],
  test: [packages, site, browser],
  proof: [packages, site, browser, firefox],
  dev: [packages],
  commands: [packages],
}

export async function prepare(purpose) {
  try {
    const steps = stepsFor[purpose]
    if (!steps) throw new SetupError(`Specify what to prepare for: ${Object.keys(stepsFor).join(', ')}.`)
    if (await isAllDone(steps)) return
    await withLock(async () => {
      for (const { name, isDone, work } of steps) if (!(await isDone())) await step(name, work)
    })
  } catch (error) {
    console.error(
      error instanceof SetupError ? error.message : (adviceFor(`${error.code} ${error.message}`) ?? error),
    )
    process.exitCode = 1
  }
}

async function isAllDone(steps) {
  for (const { isDone } of steps) if (!(await isDone())) return false
  return true
}
