import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test } from './shop.ts'

const MOST = { scriptBytes: 95_000, styleBytes: 10_000, requests: 14 }
/** As a real one: it zooms out of a page that is too wide, which a narrow window does not. */
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

// A home page that no other journey has put anything on.
test.use({ settings: { SHOP_NAME: 'Budget' } })

type Loaded = { path: string; bytes: number; askedAt: number }

/** A first visit with an empty cache, until the page is interactive and everything it asked for is there. */
async function visit(page: Page, address: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const requests = new Set<string>()
  // Playwright does not tell of the icon; the browser's own log does.
  devtools.on('Network.requestWillBeSent', ({ requestId }) => void requests.add(requestId))
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 })
    new PerformanceObserver((list) => {
      const shift = list
        .getEntries()
        .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)
      Object.assign(window, { layoutShift: Number(Reflect.get(window, 'layoutShift')) + shift })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const loaded: Loaded[] = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, encodedBodySize }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        askedAt: startTime,
      }),
    ),
  )
  return {
    requests: requests.size,
    scripts: loaded.filter((file) => file.path.endsWith('.js')),
    styles: loaded.filter((file) => file.path.endsWith('.css')),
  }
}

const total = (files: Loaded[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

test.describe('on a phone', () => {
  test.use(phone)

  test('the home page stays within its budget, and its scripts wait until it is painted or everything else is there', async ({
    page,
  }, about) => {
    const { requests, scripts, styles } = await visit(page, '/')
    const figures = `${total(scripts)} bytes of JavaScript, ${total(styles)} of CSS, ${requests} requests`
    about.annotations.push({ type: 'figures', description: figures })

    expect(scripts.length).toBeGreaterThan(0)
    expect(total(scripts), figures).toBeLessThanOrEqual(MOST.scriptBytes)
    expect(total(styles), figures).toBeLessThanOrEqual(MOST.styleBytes)
    expect(requests, figures).toBeLessThanOrEqual(MOST.requests)

    const free = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const [painted] = performance.getEntriesByName('first-contentful-paint')
      return Math.min(painted?.startTime ?? Number.POSITIVE_INFINITY, document?.loadEventStart ?? 0)
    })
    for (const { path, askedAt } of scripts) expect(askedAt, path).toBeGreaterThan(free)
  })

  test('nothing on the home page moves by itself, from top to bottom', async ({ page }) => {
    await visit(page, '/')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Reflect.get(window, 'layoutShift'))).toBe(0)
  })
})

test('public pages load neither the dashboard nor charts, the card form or a validator', async ({ page }) => {
  const marks = {
    'the dashboard': 'dashboard-menu',
    charts: 'recharts-',
    'the card form': 'card-frame',
    'a validator': 'invalid_union',
  }
  const folder = path.join(import.meta.dirname, '../build/client/assets')
  const built = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const foreign = Object.entries(marks).map(([what, mark]) => ({
    what,
    files: built.filter((file) => readFileSync(path.join(folder, file), 'utf8').includes(mark)),
  }))
  for (const { what, files } of foreign) expect(files, what).not.toEqual([])

  for (const address of ['/', '/catalogue', '/blog', '/reviews', '/extra', '/portfolio']) {
    const { scripts } = await visit(page, address)
    const loaded = scripts.map((script) => path.basename(script.path))
    for (const { what, files } of foreign)
      expect(
        loaded.filter((file) => files.includes(file)),
        `${what} on ${address}`,
      ).toEqual([])
  }
})

test('the next page’s code is there before the click, and turning pages asks for what changes only', async ({
  page,
}) => {
  await visit(page, '/')
  const code = page.waitForResponse(/catalogue-[^/]+\.js$/)
  const data = page.waitForResponse(/catalogue\.data/)
  await page.getByRole('link', { name: 'See all products' }).first().hover()
  await Promise.all([code, data])

  await visit(page, '/catalogue')
  const turned = page.waitForRequest(/catalogue\.data/)
  await page.getByRole('link', { name: 'Next' }).click()
  expect(new URL((await turned).url()).searchParams.get('_routes')).toBe('pages/catalogue')
})
