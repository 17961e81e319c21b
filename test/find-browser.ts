import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { findInstalledBrowser } from '../setup/find-installed-browser.mjs'

/** A browser on this machine, `CHROMIUM_PATH` before all others, Playwright's own last; null when there is none. */
export function findBrowser(): string | null {
  const installed = findInstalledBrowser()
  if (installed || process.env.CHROMIUM_PATH) return installed
  const own = chromium.executablePath()
  return existsSync(own) ? own : null
}

const disabledFeatures = [
  // What opens under the address bar is a page too. Nobody sees it, and each new window would load it, at the cost of a page of the shop.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // Playwright's own list, whose place this one takes.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Quiet on the network, and able to run as root, where Chromium's own sandbox refuses. */
export function browserArguments(): string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join()}`,
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}
