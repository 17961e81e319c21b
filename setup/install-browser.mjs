import './change-to-root.mjs'
import { existsSync } from 'node:fs'
import { run } from './child-processes.mjs'
import { SetupError } from './error-advice.mjs'
import { findInstalledBrowser } from './find-installed-browser.mjs'

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
  for (const [command, ...args] of attempts()) {
    const { failed, output } = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    outputs.push(output)
    if (!failed && (await hasBrowser())) return
  }
  process.stderr.write(outputs.join('\n'))
  throw new SetupError(
    'The browser tests need Chromium and it could not be installed: install Chromium or Google Chrome yourself (Debian: sudo apt install chromium), or set CHROMIUM_PATH to one, and run npm test again.',
  )
}

function attempts() {
  const debian = ['sh', '-c', 'apt-get update && apt-get install -y --no-install-recommends chromium']
  const own = [
    'playwright',
    'install',
    '--no-shell',
    ...(isRoot && hasApt ? ['--with-deps'] : []),
    'chromium',
  ]
  return isRoot && hasApt ? [debian, own] : [own]
}
