import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** What the page shows now, in both themes and sizes. */
export async function expectAccessible(page: Page) {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations) found.push(`${colorScheme} ${width}: ${id} ${nodes[0]?.html}`)
    }
  expect(found).toEqual([])
}
