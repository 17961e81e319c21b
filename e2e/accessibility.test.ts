import type { Locator } from 'playwright/test'
import { findViolations, findViolationsHere } from './axe.ts'
import { expect, ONLY_SCREENS, SCREENS, test } from './fixtures.ts'
import { horizontalScroll } from './orders.ts'
import {
  interestingIds,
  openScreen,
  personFor,
  VISITORS,
  type Visit,
  type Visitor,
  visits,
} from './screens.ts'

/** A window of 1280 × 1024 pixels, and what of it is left when everything is enlarged. */
const ZOOMS = [1, 2, 4].map((zoom) => ({
  zoom,
  viewport: { width: 1280 / zoom, height: 1024 / zoom },
  deviceScaleFactor: zoom,
}))

/** Journeys over every screen of a kind of visitor. */
const screensTest = test.extend<{ visitor: Visitor; screens: Visit[] }>({
  visitor: ['visitor', { option: true }],
  screens: async ({ page, shop, signInAs, watch, visitor }, use) => {
    test.setTimeout(600_000)
    // What axe itself does in the card frame, whose policy is its own, is no fault either.
    watch.allow(/404 \(Not Found\)|403 \(Forbidden\)|Applying inline style violates|preload assets/)
    const person = await personFor(shop, visitor)
    const ids = await interestingIds(shop, person.token)
    if (visitor !== 'visitor') await signInAs(person)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(visits(visitor, ids))
  },
})

for (const visitor of VISITORS)
  screensTest.describe(visitor, () => {
    screensTest.use({ visitor })

    screensTest(
      `axe finds nothing on any screen of a ${visitor}`,
      ONLY_SCREENS,
      async ({ page, screens }) => {
        const barriers: string[] = []
        for (const visit of screens) {
          await openScreen(page, visit)
          barriers.push(...(await findViolations(page)))
        }
        expect(barriers).toEqual([])
      },
    )

    for (const { zoom, ...window } of ZOOMS)
      screensTest.describe(`at ${zoom * 100} %`, () => {
        screensTest.use(window)

        screensTest(
          `no screen of a ${visitor} is a barrier or wider than the window, in colors of the shop and of the reader`,
          ONLY_SCREENS,
          async ({ page, screens }) => {
            const barriers: string[] = []
            for (const visit of screens) {
              await openScreen(page, visit)
              for (const forcedColors of ['none', 'active'] as const) {
                await page.emulateMedia({ forcedColors })
                const found = await findViolationsHere(page)
                barriers.push(
                  ...found.map((barrier) => `${visit.name}, forced colors ${forcedColors}: ${barrier}`),
                )
              }
              const tooWide = await horizontalScroll(page)
              if (tooWide > 0) barriers.push(`${visit.name}: ${tooWide} pixels too wide`)
            }
            expect(barriers).toEqual([])
          },
        )
      })
  })

test(
  'in the reader’s own colors, what is chosen looks chosen, and what has the focus shows it',
  SCREENS,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/catalogue?view=list')
    const groundOf = (control: Locator) =>
      control.evaluate((shown) => getComputedStyle(shown).backgroundColor)
    const views = page.getByRole('navigation', { name: 'View' }).getByRole('link')
    const chosen = views.and(page.locator('[aria-current]'))
    const other = views.and(page.locator(':not([aria-current])')).first()
    expect(await groundOf(chosen)).not.toBe(await groundOf(other))
    // Without it the browser paints a ground of its own behind the words, in their color.
    await expect(chosen).toHaveCSS('forced-color-adjust', 'none')
    await page.keyboard.press('Tab')
    const ring = await page
      .locator(':focus-visible')
      .evaluate((shown) => getComputedStyle(shown).outlineStyle)
    expect(ring).toBe('solid')
  },
)

test('whatever has the focus has the same petrol ring', async ({ page }) => {
  for (const path of ['/', '/catalogue']) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    const rings = await page.locator('a, button, input, select, textarea').evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .map((control) => {
          ;(control as HTMLElement).focus()
          return getComputedStyle(
            control.matches('.input > input') ? (control.parentElement ?? control) : control,
          ).outline
        }),
    )
    expect([...new Set(rings)]).toEqual(['rgb(15, 76, 92) solid 3px'])
  }
})
