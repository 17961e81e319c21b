import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { z } from 'zod'
import { itemAddress } from '../contract/catalogue/item-address.ts'
import { expect, test, touch, untilInteractive } from './fixtures.ts'

const MOST = { bytes: 60_000, inlineScript: 6_000, styleBytes: 10_000, requests: 8, scriptBytes: 111_000 }
/** As a real one: it zooms out of a page that is too wide, which a narrow window does not. */
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

// A home page that no other journey has put anything on.
test.use({ settings: { SHOP_NAME: 'Budget' } })

type Loaded = { path: string; bytes: number }

/** A first visit with an empty cache, until everything the page asked for is there; touched, it is interactive. */
async function visit(page: Page, address: string, { touched = true } = {}) {
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
  await page.goto(address, { waitUntil: 'load' })
  if (touched) {
    await touch(page)
    await untilInteractive(page)
  }
  await page.waitForLoadState('networkidle')
  const loaded: Loaded[] = await page.evaluate(() =>
    ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
  )
  return {
    requests: requests.size,
    loaded,
    scripts: loaded.filter((file) => file.path.endsWith('.js')),
    styles: loaded.filter((file) => file.path.endsWith('.css')),
  }
}

const total = (files: Loaded[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

test.describe('on a phone', () => {
  test.use(phone)

  for (const address of ['/', '/catalogue', '/item', '/blog', '/docs', '/login'])
    test(`${address} is read without the app, and stays within its budget`, async ({ page, shop }, about) => {
      const [newest] = (await shop.call('GET', '/api/products?limit=1')).json
      const target = address === '/item' ? itemAddress(newest) : address
      const { requests, loaded, scripts, styles } = await visit(page, target, { touched: false })
      const scriptText = await page.evaluate(() =>
        [...document.scripts].map(({ text, type }) => (type === '' ? text : '')).join(''),
      )
      const inline = brotliCompressSync(scriptText).length
      const figures = `${total(loaded)} bytes, ${inline} of them inline scripts, ${total(styles)} CSS, ${requests} requests`
      about.annotations.push({ type: 'figures', description: figures })
      expect(scripts).toEqual([])
      expect(total(loaded), figures).toBeLessThanOrEqual(MOST.bytes)
      expect(inline, figures).toBeLessThanOrEqual(MOST.inlineScript)
      expect(total(styles), figures).toBeLessThanOrEqual(MOST.styleBytes)
      expect(requests, figures).toBeLessThanOrEqual(MOST.requests)
    })

  test('the app of the home page stays within its budget', async ({ page }, about) => {
    const { scripts } = await visit(page, '/')
    about.annotations.push({ type: 'figures', description: `${total(scripts)} bytes of JavaScript` })
    expect(scripts.length).toBeGreaterThan(0)
    expect(total(scripts)).toBeLessThanOrEqual(MOST.scriptBytes)
  })

  test('nothing on the home page moves by itself, from top to bottom', async ({ page }) => {
    await visit(page, '/')
    await page.evaluate(async () => {
      const { scrollHeight } = document.documentElement
      for (let top = 0; top < scrollHeight; top += innerHeight) {
        scrollTo({ top, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
      }
    })
    await expect(page.getByRole('contentinfo')).toBeInViewport()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => Reflect.get(window, 'layoutShift'))).toBe(0)
  })
})

const folder = path.join(import.meta.dirname, '../build/client/assets')
const built = readdirSync(folder).filter((file) => file.endsWith('.js'))
const filesWith = (mark: string) =>
  built.filter((file) => readFileSync(path.join(folder, file), 'utf8').includes(mark))

test('no script of the app contains the validator of the contract', () => {
  const mark = z.union([z.string(), z.number()]).safeParse(null).error?.issues[0]?.code
  expect(mark).toBeTruthy()
  expect(filesWith(String(mark))).toEqual([])
})

test('public pages load neither the dashboard nor charts or the card form', async ({ page }) => {
  const marks = {
    'the dashboard': 'dashboard-menu',
    charts: 'recharts-',
    'the card form': 'card-frame',
  }
  const foreign = Object.entries(marks).map(([what, mark]) => ({ what, files: filesWith(mark) }))
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
  expect(new URL((await turned).url()).searchParams.get('_routes')).toBe('catalogue')
})
