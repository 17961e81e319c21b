import type { Page } from 'playwright/test'
import { expect, ON_EACH_SIZE, ONLY_SCREENS, test } from './fixtures.ts'

/** The smallest target that WCAG 2.2 asks for at level AA. */
const MIN_TARGET = 24

const wall = (page: Page) => page.getByRole('navigation', { name: 'Tool wall' })
const bays = (page: Page) => wall(page).getByRole('link')

for (const { size, viewport } of ON_EACH_SIZE)
  test(
    `on a ${size} without scripts, every bay of the tool wall leads to its category`,
    ONLY_SCREENS,
    async ({ browser, shop }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: shop.origin })
      const page = await context.newPage()
      await page.goto('/')
      await expect(bays(page)).toHaveCount(9)
      for (const name of await bays(page).allInnerTexts()) {
        const bay = wall(page).getByRole('link', { name, exact: true })
        const box = await bay.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(MIN_TARGET)
        // Fails if anything else lies over it.
        await bay.click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await page.goBack()
      }
      await context.close()
    },
  )

test('the tool wall is walked by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'See all products' }).first().focus()
  await page.keyboard.press('Tab')
  await expect(bays(page).first()).toBeFocused()
  await page.keyboard.press('Tab')
  const second = bays(page).nth(1)
  await expect(second).toBeFocused()
  const name = await second.innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})
