import { findViolations } from './axe.ts'
import { expect, loading, ONLY_SCREENS, test } from './fixtures.ts'
import { interestingIds, visits } from './screens.ts'

for (const visitor of ['visitor', 'customer', 'admin'] as const)
  test(
    `axe finds nothing on any screen of a ${visitor}`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs, watch }) => {
      test.setTimeout(600_000)
      watch.allow(/404 \(Not Found\)|403 \(Forbidden\)/)
      // What axe itself does in the card frame, whose policy is its own.
      watch.allow(/Applying inline style violates|preload assets/)
      const person = visitor === 'admin' ? await shop.signInAdmin() : await shop.signUp()
      const ids = await interestingIds(shop, person.token)
      if (visitor !== 'visitor') await signInAs(person)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const barriers: string[] = []
      for (const { path, press } of visits(visitor, ids)) {
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        await expect(loading(page)).toHaveCount(0)
        if (press) await page.getByRole('button', { name: press }).first().click()
        barriers.push(...(await findViolations(page)))
      }
      expect(barriers).toEqual([])
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
