import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import { SIZES } from './shop.ts'

/** What axe finds on what the page shows now, in both themes and sizes. */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = []
  const { pathname, search } = new URL(page.url())
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations)
        found.push(`${pathname}${search} ${colorScheme} ${size}: ${id} ${nodes[0]?.html}`)
    }
  return found
}

export async function expectAccessible(page: Page) {
  expect(await findBarriers(page)).toEqual([])
}
