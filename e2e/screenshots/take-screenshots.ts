import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { loading, type Person, refuseWith, type Shop, test } from '../fixtures.ts'
import { type Ids, VISITORS, type Visit, type Visitor, visits } from '../screens.ts'

const folder = path.join(import.meta.dirname, '../../screenshots')
const WIDTHS = [390, 768, 1280, 1920]
/** Longer pictures can hardly be opened. */
const MAX_HEIGHT = 12_000

/** Everything but who one is: the frame of a page is there before its data. */
const DATA_CALLS = /\/api\/(?!auth\/|admin\/|user\/)/
const NO_ID = 'no-id'
export const NO_IDS: Ids = {
  product: NO_ID,
  item: `/item/${NO_ID}`,
  scarce: NO_ID,
  scarceItem: `/item/${NO_ID}`,
  unpaid: NO_ID,
  shipped: NO_ID,
  asked: NO_ID,
  offered: NO_ID,
}

const STATES = {
  full: {},
  long: {},
  empty: { concerns: ({ path }: Visit) => !path.includes(NO_ID) },
  loading: { concerns: loadsSomething, answer: () => {} },
  error: { concerns: signedIn, answer: refuseWith(503, 'The shop is busy. Try again in a moment.') },
} satisfies Record<string, State>

type State = {
  /** Whether a screen can be in this state; all can by default. */
  concerns?: (visit: Visit, visitor: Visitor) => boolean
  /** What becomes of the calls for data. */
  answer?: Parameters<Page['route']>[1]
}

/** What other pages show is there before any call. */
function signedIn(_visit: Visit, visitor: Visitor) {
  return visitor !== 'visitor'
}

/** These two forms need nothing but who one is. */
function loadsSomething(visit: Visit, visitor: Visitor) {
  return signedIn(visit, visitor) && !['add-review', 'add-product'].includes(visit.name)
}

/** What there is to see, and who sees it. */
type Prepare = (shop: Shop, visitor: Visitor) => Promise<{ person: Person; ids: Ids }>

/**
 * Every screen in these states, each in all widths and both themes. A test is called "visitor screen state", so that
 * `npm run screenshots -- --grep 'admin manage-order'` takes a part.
 */
export function takeScreenshots(states: (keyof typeof STATES)[], prepare: Prepare) {
  const prepared = new Map<Visitor, ReturnType<Prepare>>()
  for (const state of states)
    for (const visitor of VISITORS) {
      const { concerns = () => true, answer }: State = STATES[state]
      for (const { name } of visits(visitor, NO_IDS).filter((visit) => concerns(visit, visitor)))
        test(`${visitor} ${name} ${state}`, async ({ page, shop, signInAs, watch }) => {
          test.setTimeout(300_000)
          watch.allow(/\d{3} \([\w ]+\)/)
          if (!prepared.has(visitor)) prepared.set(visitor, prepare(shop, visitor))
          const { person, ids } = (await prepared.get(visitor)) as Awaited<ReturnType<Prepare>>
          if (visitor !== 'visitor') await signInAs(person)
          // A sign-in on the login page leaves this behind.
          if (visitor === 'admin')
            await page.addInitScript((email) => {
              // The frame of the card form has no storage.
              if (window === window.top) localStorage.setItem('knownAdmin', email)
            }, person.email)
          const { path: target, press } = visits(visitor, ids).find((visit) => visit.name === name) as Visit
          // What scrolls sideways on a phone is shown as it opens there, not as a wide window leaves it.
          await page.setViewportSize({ width: WIDTHS[0] as number, height: 900 })
          await page.emulateMedia({ reducedMotion: 'reduce' })
          // For whatever asks: some screens ask for nothing.
          if (answer) await page.context().route(DATA_CALLS, answer)
          await page.goto(target)
          if (state === 'loading') await loading(page).first().waitFor({ timeout: 5_000 })
          else await settle(page)
          const button = page.getByRole('button', { name: press ?? '' }).first()
          if (press && (await button.isVisible())) {
            await button.click()
            await page.mouse.move(0, 0)
            const dialog = page.getByRole('dialog')
            await dialog.getByRole('button').first().waitFor()
            // It may load something of its own.
            if (state !== 'loading') await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' })
          }
          await takeEach(page, path.join(folder, `${visitor}-${name}`), state)
        })
    }
}

/** `screenshots/admin-manage-order/full-1280-dark.png` */
async function takeEach(page: Page, into: string, state: string) {
  await mkdir(into, { recursive: true })
  for (const width of WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (state !== 'loading') await page.waitForLoadState('networkidle')
      // A dialog fills the window, not the page; what stays at the bottom of the window belongs at the end of the picture.
      if (!(await page.getByRole('dialog').isVisible())) {
        const length = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height: Math.min(length, MAX_HEIGHT) })
      }
      await page.screenshot({ path: path.join(into, `${state}-${width}-${colorScheme}.png`) })
    }
}

/** Until everything is there, also what is far below. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.locator('img[loading=lazy]').evaluateAll((pictures) => {
    for (const picture of pictures) picture.setAttribute('loading', 'eager')
  })
  await page.waitForLoadState('networkidle')
}
