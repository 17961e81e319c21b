import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './shop.ts'
import { interestingIds, type Visitor, visits } from './visits.ts'

const widths = [390, 1280]

for (const visitor of ['visitor', 'customer', 'admin'] as const satisfies Visitor[])
  test(`axe finds nothing on any screen of a ${visitor}, in both themes and sizes`, async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    test.setTimeout(600_000)
    watch.allow(/404 \(Not Found\)|403 \(Forbidden\)/)
    // What axe itself does in the card frame, whose policy is its own.
    watch.allow(/Applying inline style violates|preload assets/)
    const person =
      visitor === 'admin' ? await shop.signIn(shop.admin.email, shop.admin.password) : await shop.signUp()
    const ids = await interestingIds(shop, person.token)
    if (visitor !== 'visitor') await signInAs(person)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: string[] = []
    for (const { path, press } of visits(visitor, ids)) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
      if (press) await page.getByRole('button', { name: press }).first().click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          const { violations } = await new AxeBuilder({ page }).analyze()
          found.push(
            ...violations.map(({ id, nodes }) => `${path} ${colorScheme} ${width}: ${id} ${nodes[0]?.html}`),
          )
        }
      }
    }
    expect(found).toEqual([])
  })
