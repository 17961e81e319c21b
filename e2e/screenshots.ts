import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { SIZES, test } from './fixtures.ts'
import { interestingIds, type Visitor, visits } from './screens.ts'

// A dashboard that lives.
test.use({ settings: { DEMO_ORDERS: 'on' } })

const folder = path.join(import.meta.dirname, '../screenshots')

for (const visitor of ['visitor', 'customer', 'admin'] as const satisfies Visitor[])
  test(`every screen of a ${visitor}`, async ({ page, shop, signInAs, watch }) => {
    test.setTimeout(600_000)
    watch.allow(/404 \(Not Found\)|403 \(Forbidden\)/)
    await mkdir(folder, { recursive: true })
    const person = visitor === 'admin' ? await shop.signInAdmin() : await shop.signUp('Ada Example')
    const ids = await interestingIds(shop, person.token)
    if (visitor !== 'visitor') await signInAs(person)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { name, path: target, press } of visits(visitor, ids))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize(viewport)
          await page.goto(target, { waitUntil: 'networkidle' })
          await page.locator('img[loading=lazy]').evaluateAll((pictures) => {
            for (const picture of pictures) picture.setAttribute('loading', 'eager')
          })
          await page.waitForLoadState('networkidle')
          // What stays at the bottom of the window belongs at the end of the picture.
          const height = await page.evaluate(() => document.documentElement.scrollHeight)
          if (press) await page.getByRole('button', { name: press }).first().click()
          else await page.setViewportSize({ ...viewport, height })
          await page.screenshot({
            path: path.join(folder, `${visitor}-${name}-${size}-${colorScheme}.png`),
            fullPage: true,
          })
        }
  })
