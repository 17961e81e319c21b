import type { Browser } from 'playwright'
import type { Known } from './choose-text.ts'
import type { Chance } from './create-chance.ts'
import { inspectPage } from './inspect-page.ts'
import { moves, type Walk, WEIGHTS } from './moves.ts'
import { watchContext } from './watch-context.ts'

export const ROLES = ['visitor', 'customer', 'admin'] as const
export type Role = (typeof ROLES)[number]

type Options = {
  role: Role
  origin: string
  chance: Chance
  known: Known
  products: string[]
  /** A new person for this role, when the account of the previous one was deleted. */
  replace(): Promise<Known['own']>
}

/** How long a page may take on a machine that is busy with much else. */
const PATIENCE_MS = 30_000
const LOST = 'This page couldn’t be loaded'

/** Somebody who goes through the shop in a browser of their own, one step at a time. */
export async function startWanderer(
  browser: Browser,
  { role, origin, chance, known, products, replace }: Options,
) {
  const wide = chance.happens(0.5)
  const context = await browser.newContext({
    viewport: wide ? { width: 1280, height: 900 } : { width: 390, height: 844 },
    acceptDownloads: false,
  })
  let offlineFor = 0
  let sinceOffline = Number.POSITIVE_INFINITY
  let wrongSessionFor = 0
  const wasOffline = () => offlineFor > 0 || sinceOffline < 3
  const watched = watchContext(context, origin, wasOffline)
  const page = await context.newPage()
  context.on('page', (other) => void other.close().catch(() => {}))
  page.on(
    'dialog',
    (dialog) => void (chance.happens(0.7) ? dialog.accept() : dialog.dismiss()).catch(() => {}),
  )
  page.on('crash', () => void lost.push('the page crashed'))
  const lost: string[] = []
  const walk: Walk = { page, chance, known, products, origin }

  /** Waits until nothing is under way any more, and answers what the page shows then. */
  async function settle() {
    const until = performance.now() + (wasOffline() ? 1_000 : PATIENCE_MS)
    let seen = await inspect()
    while (!isAtRest(seen) && performance.now() < until) seen = await inspect()
    if (!wasOffline()) {
      for (const request of watched.inFlight) lost.push(`no answer: ${request.method()} ${request.url()}`)
      if (!isAtRest(seen)) lost.push(`the page does not come to rest: ${JSON.stringify(seen)}`)
      if (page.url().startsWith('chrome-error:')) lost.push('the browser’s own error page')
    }
    watched.inFlight.clear()
    if (seen?.heading === LOST) lost.push(LOST)
    if (seen?.isShop) wrongSessionFor = seen.isSignedIn === (role !== 'visitor') ? 0 : wrongSessionFor + 1
    return seen
  }

  // A page that is being replaced answers nothing.
  const inspect = () => page.evaluate(inspectPage).catch(() => null)
  const isAtRest = (seen: Awaited<ReturnType<typeof inspect>>) =>
    seen !== null && watched.inFlight.size === 0 && !(seen.isShop && (seen.isLoading || seen.heading === ''))

  async function goOffline(steps: number) {
    await context.setOffline(steps > 0)
    if (offlineFor > 0 && steps === 0) sinceOffline = 0
    offlineFor = steps
  }

  async function signIn() {
    for (let tries = 0; tries < 3; tries++) {
      if (tries > 0) known.own = await replace()
      await page.goto(`${origin}/login`, { waitUntil: 'load' })
      await settle()
      const form = page.locator('main form').first()
      await form.locator('[name=email]').fill(known.own.email)
      await form.locator('[name=password]').fill(known.own.password)
      await form.locator('button[type=submit]').first().click()
      const signedIn = () =>
        localStorage.getItem('accessToken') !== null || document.querySelector('main [role=alert]')
      await page.waitForFunction(signedIn, undefined, { timeout: PATIENCE_MS })
      await settle()
      if ((await inspect())?.isSignedIn) return `signs in as ${known.own.email}`
    }
    return 'cannot sign in'
  }

  async function forget() {
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(origin)
    return 'clears the browser’s data'
  }

  /** What does not wait for chance. */
  function due() {
    if (offlineFor > 0 && --offlineFor === 0) {
      offlineFor = 1
      return async () => {
        await goOffline(0)
        if (!page.url().startsWith(origin)) await page.reload({ waitUntil: 'commit' })
        return 'is online again'
      }
    }
    if (page.url() === 'about:blank') return async () => `begins (${await page.goto(origin).then(() => '/')})`
    if (offlineFor === 0 && wrongSessionFor > (role === 'visitor' ? 15 : 4))
      return async () => {
        wrongSessionFor = 0
        return role === 'visitor' ? forget() : signIn()
      }
    return null
  }

  async function move() {
    const forced = due()
    if (forced) return forced()
    if (offlineFor === 0 && chance.happens(0.02)) {
      const steps = 2 + chance.below(4)
      await goOffline(steps)
      return `is offline for ${steps} steps`
    }
    return moves[chance.weigh(WEIGHTS)](walk)
  }

  return {
    /** Takes a step: what was done, and what is wrong since. */
    async step() {
      const from = page.url().replace(origin, '')
      const hurried = chance.happens(0.08)
      sinceOffline++
      // What is gone in the same moment was reached too late, as people do.
      const did = await move().catch((error: Error) => `fails: ${error.message.split('\n')[0]}`)
      const seen = hurried ? null : await settle()
      return {
        line: `at ${from} ${did}${hurried ? ' and does not wait' : ''}`,
        heading: seen?.heading ?? '',
        problems: [...watched.take(), ...lost.splice(0)],
      }
    },
    close: () => context.close(),
  }
}
