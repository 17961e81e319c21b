import { defineConfig } from 'playwright/test'
import { findFirefox } from './setup/find-installed-browser.mjs'
import { browserArguments, findBrowser } from './test/find-browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/database-server.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  // Patience for a busy machine; nothing waits that long when all is well.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Recording every step costs a tenth of the time; what failed leaves its picture and what the page held. `--trace on` says more.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser() ?? undefined, args: browserArguments() },
  },
  projects: [
    // @screens: `npm run proof -- screens` runs it too; @proof: only that does, and `npm test` leaves it out.
    { name: 'journeys', testMatch: '**/*.test.ts', grepInvert: /@proof/ },
    { name: 'screens', testMatch: '**/*.test.ts', grep: /@screens|@proof/ },
    // As Debian ships it: the channel is what makes Playwright speak WebDriver BiDi, which needs no build of its own.
    {
      name: 'firefox',
      testMatch: '**/*.test.ts',
      grep: /@firefox/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: findFirefox() ?? undefined },
      },
    },
    { name: 'screenshots', testMatch: '**/*.shots.ts' },
  ],
})
