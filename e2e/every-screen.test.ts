import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { browserArguments, findBrowser } from '../test/find-browser.ts'
import { expect, loading, ONLY_SCREENS, SIZES, test } from './fixtures.ts'
import { interestingIds, type Visitor, visits } from './screens.ts'

// As browsers have it; Playwright switches the back-forward cache off.
test.use({
  launchOptions: {
    executablePath: findBrowser() ?? undefined,
    args: browserArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

const KINDS: Visitor[] = ['visitor', 'customer', 'admin']
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const adminEntry = (page: Page) => page.getByRole('link', { name: texts.dashboard.makeAdmin, exact: true })
// What is inert, such as the preview of a product, is only to be looked at.
const CONTROLS =
  'main :is(a[href], button, select, textarea, summary, input:not([type=radio], [type=hidden])):not([inert] *)'

for (const kind of KINDS)
  test(
    `every control of every screen of a ${kind} is reached by the Tab key`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs, watch }) => {
      test.setTimeout(600_000)
      watch.allow(/404 \(Not Found\)|403 \(Forbidden\)/)
      const person = kind === 'admin' ? await shop.signInAdmin() : await shop.signUp()
      const ids = await interestingIds(shop, person.token)
      if (kind !== 'visitor') await signInAs(person)
      for (const { name, path } of visits(kind, ids)) {
        await page.goto(path)
        await expect(title(page)).toBeVisible()
        await expect(loading(page)).toHaveCount(0)
        // Admins' entries follow the rest of the menu; the Tab key would have passed their place.
        if (kind === 'admin' && path.startsWith('/dashboard')) await expect(adminEntry(page)).toBeVisible()
        await page.evaluate(() => {
          document.body.focus()
          addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
        })
        const controls = page.locator(CONTROLS).filter({ visible: true })
        const outside = await page.locator(':is(a[href], button, input)').count()
        for (let presses = outside + 10; presses > 0; presses--) await page.keyboard.press('Tab')
        const missed = controls.and(page.locator(':not([data-reached], [tabindex="-1"], :disabled)'))
        expect(await missed.evaluateAll((found) => found.map(({ outerHTML }) => outerHTML)), name).toEqual([])
      }
    },
  )

for (const latency of [20, 400])
  for (const kind of KINDS)
    test(
      `a ${kind} goes away from every screen, back and forward, ${latency} ms from the shop`,
      ONLY_SCREENS,
      async ({ page, shop, signInAs, watch }) => {
        test.setTimeout(600_000)
        watch.allow(/404 \(Not Found\)|403 \(Forbidden\)/)
        await page.setViewportSize(SIZES.phone)
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Network.emulateNetworkConditions', {
          offline: false,
          latency,
          downloadThroughput: -1,
          uploadThroughput: -1,
        })
        const person = kind === 'admin' ? await shop.signInAdmin() : await shop.signUp()
        const ids = await interestingIds(shop, person.token)
        if (kind !== 'visitor') await signInAs(person)
        for (const { name, path } of visits(kind, ids)) {
          // It is where the others go from here.
          if (name === 'privacy') continue
          await page.goto(path)
          await expect(loading(page)).toHaveCount(0)
          const shown = (await title(page).textContent()) ?? ''
          // Another document, and so the cache is asked; then a page of the same app.
          await page.evaluate(() => location.assign('/healthz'))
          await page.waitForURL('**/healthz')
          await page.goBack({ waitUntil: 'commit' })
          await expect(title(page)).toHaveText(shown)
          const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })
          // Before the click: within the frame in which it scrolls, the browser would give it to the card's frame, where that was.
          await link.scrollIntoViewIfNeeded()
          await link.click()
          await expect(title(page)).toHaveText('Privacy')
          await page.goBack({ waitUntil: 'commit' })
          await expect(title(page)).toHaveText(shown)
          await page.goForward({ waitUntil: 'commit' })
          await expect(title(page)).toHaveText('Privacy')
        }
      },
    )
