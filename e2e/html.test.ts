import { htmlProblems } from '../test/html-problems.ts'
import { expect, ONLY_SCREENS, test } from './fixtures.ts'
import { interestingIds, openScreen, personFor, VISITORS, visits } from './screens.ts'

for (const visitor of VISITORS)
  test(
    `every screen of a ${visitor} is valid HTML once the app has rendered it`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs, watch }) => {
      test.setTimeout(600_000)
      watch.allow(/404 \(Not Found\)|403 \(Forbidden\)/)
      const person = await personFor(shop, visitor)
      const ids = await interestingIds(shop, person.token)
      if (visitor !== 'visitor') await signInAs(person)
      const problems: string[] = []
      for (const visit of visits(visitor, ids)) {
        await openScreen(page, visit)
        const found = await htmlProblems(await page.content())
        problems.push(...found.map((problem) => `${visit.name}: ${problem}`))
      }
      expect(problems).toEqual([])
    },
  )
