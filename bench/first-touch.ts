import type { Browser } from 'playwright'

/** What Lighthouse takes for a phone on a slow mobile network. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const CPU_SLOWDOWN = 4

/** Milliseconds from the first touch, a tap on the menu's button, until the menu is open: the app comes in between. */
export async function measureFirstTouch(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(origin, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    addEventListener('touchstart', () => performance.mark('touched'), { once: true, capture: true })
    const opened = new MutationObserver(() => {
      if (!document.querySelector('dialog[open]')) return
      opened.disconnect()
      requestAnimationFrame(() => performance.mark('answered'))
    })
    opened.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] })
  })
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.waitForFunction(() => performance.getEntriesByName('answered').length > 0)
  const took = await page.evaluate(() => performance.measure('answer', 'touched', 'answered').duration)
  await context.close()
  return Math.round(took)
}
