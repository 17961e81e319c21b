import './change-to-root.mjs'
import { existsSync } from 'node:fs'
import { run } from './child-processes.mjs'
import { SetupError } from './error-advice.mjs'
import { findFirefox, findInstalledBrowser } from './find-installed-browser.mjs'

const isRoot = process.getuid?.() === 0
const hasApt = existsSync('/etc/debian_version')

export async function hasBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (findInstalledBrowser()) return true
  if (named)
    throw new SetupError(
      `CHROMIUM_PATH is ${named}, which cannot be run: correct it, or unset it to let the tests find a browser.`,
    )
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath())
}

export async function installBrowser() {
  const outputs = []
  for (const attempt of attempts()) {
    const { failed, output } = await install(attempt)
    outputs.push(output)
    if (!failed && (await hasBrowser())) return
  }
  process.stderr.write(outputs.join('\n'))
  throw new SetupError(
    'The browser tests need Chromium and it could not be installed: install Chromium or Google Chrome yourself (Debian: sudo apt install chromium), or set CHROMIUM_PATH to one, and run npm test again.',
  )
}

/** Only Debian's own can be installed here; elsewhere, and without network, the proof reports its journeys as not run. */
export const hasFirefox = () => findFirefox() !== null || !isRoot || !hasApt

export async function installFirefox() {
  const { failed, output } = await install(fromDebian('firefox-esr'))
  if (failed) process.stderr.write(output)
}

const install = ([command, ...args]) => run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })

const fromDebian = (name) => [
  'sh',
  '-c',
  `apt-get update && apt-get install -y --no-install-recommends ${name}`,
]

function attempts() {
  const own = [
    'playwright',
    'install',
    '--no-shell',
    ...(isRoot && hasApt ? ['--with-deps'] : []),
    'chromium',
  ]
  return isRoot && hasApt ? [fromDebian('chromium'), own] : [own]
}
