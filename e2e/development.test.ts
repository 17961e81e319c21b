import { expect, ONLY_SCREENS, test } from './fixtures.ts'

test.use({ program: [process.execPath, 'server/main.ts', '--dev'] })

// Vite compiles each page at its first visit.
test.setTimeout(120_000)

test(
  'npm run dev: pages come from their sources, and the console stays empty but for the tools’ own greetings',
  ONLY_SCREENS,
  async ({ page, watch }) => {
    watch.allow(/^console debug: \[vite\] connect(ing\.\.\.|ed\.)$/)
    watch.allow(/^console info: .*Download the React DevTools/)
    for (const address of ['/', '/catalogue', '/reviews', '/login', '/blog', '/portfolio']) {
      const source = page.waitForRequest('**/web/root.tsx')
      await page.goto(address)
      await source
      await expect(page.getByRole('main')).toBeVisible()
    }
  },
)
