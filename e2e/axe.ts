import axe from 'axe-core'
import { expect, type Page, test } from 'playwright/test'
import { SCREENS, SIZES } from './fixtures.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * What axe finds on what the page shows now, its frames included: in a journey as the page is, in the project `screens` in both
 * themes and sizes.
 */
export async function findViolations(page: Page): Promise<string[]> {
  expect(test.info().tags).toContain(SCREENS.tag)
  const found: string[] = []
  const { pathname, search } = new URL(page.url())
  const here = await findViolationsHere(page)
  if (test.info().project.name !== 'screens') return here.map((barrier) => `${pathname}${search}: ${barrier}`)
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForFunction((asked) => document.documentElement.dataset.theme === asked, theme)
      const barriers = await runAxe(page)
      found.push(...barriers.map((barrier) => `${pathname}${search} ${theme} ${size}: ${barrier}`))
    }
  }
  return found
}

/** What axe finds on what the page shows now, as it is. */
export async function findViolationsHere(page: Page): Promise<string[]> {
  await loadAxe(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // What had begun to fade in before goes on, and has too little contrast until it is there.
  await expect.poll(() => page.evaluate(isMoving)).toBe(false)
  return runAxe(page)
}

export async function expectAccessible(page: Page) {
  expect(await findViolations(page)).toEqual([])
}

/** Into every frame: axe asks each for its part, and the card form's has an origin of its own. One that is gone meanwhile has none. */
async function loadAxe(page: Page) {
  for (const frame of page.frames()) {
    try {
      await frame.evaluate(axe.source)
      await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }))
    } catch (problem) {
      if (!frame.isDetached()) throw problem
    }
  }
}

const isMoving = () => document.getAnimations().some(({ playState }) => playState === 'running')

function runAxe(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'] })
    // A press on a label presses its first control, and its words name that one only.
    const shared = [...document.querySelectorAll('label')].filter(
      (label) => label.querySelectorAll('input, select, textarea, button').length > 1,
    )
    return [
      ...violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      ...shared.map(({ outerHTML }) => `label-of-several ${outerHTML}`),
    ]
  })
}
