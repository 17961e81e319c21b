import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { loading, type Person, refuseWith, type Shop, test } from './fixtures.ts'
import { type Ids, interestingIds, personFor, VISITORS, type Visit, type Visitor, visits } from './screens.ts'
import { typeLongWords } from './type-long-words.ts'

// `npm run screenshots -- --grep 'admin manage-order'` takes a part: the names are "visitor screen state".
const folder = path.join(import.meta.dirname, '../screenshots')
const WIDTHS = [390, 768, 1280, 1920]
const MANY_ORDERS = 24

/** Everything but who one is: the frame of a page is there before its data. */
const DATA_CALLS = /\/api\/(?!auth\/|admin\/|user\/)/
const NO_ID = 'no-id'
const NO_IDS: Ids = { product: NO_ID, item: `/item/${NO_ID}`, unpaid: NO_ID, asked: NO_ID, offered: NO_ID }
const needsId = ({ path }: Visit) => path.includes(NO_ID)

type Seen = { person: Person; ids: Ids }
type State = {
  settings: Record<string, string>
  /** What there is to see. */
  prepare: (shop: Shop, visitor: Visitor) => Promise<Seen>
  /** Which screens can be in this state. */
  concerns: (visit: Visit, visitor: Visitor) => boolean
  /** What happens to the calls for data. */
  intercept?: (page: Page) => Promise<unknown>
}

const everything = { settings: { DEMO_ORDERS: 'on' }, prepare: fillShop }
const signedIn = (_visit: Visit, visitor: Visitor) => visitor !== 'visitor'

const STATES: Record<string, State> = {
  full: { ...everything, concerns: () => true },
  loading: {
    ...everything,
    concerns: signedIn,
    intercept: (page) => page.route(DATA_CALLS, () => {}),
  },
  error: {
    ...everything,
    concerns: signedIn,
    intercept: (page) => page.route(DATA_CALLS, refuseWith(503, 'The shop is busy. Try again in a moment.')),
  },
  empty: { settings: { DEMO_ORDERS: 'off' }, prepare: emptyShop, concerns: (visit) => !needsId(visit) },
  long: {
    settings: { STOCK_HOLD_HOURS: '48', DEMO_ORDERS: 'off' },
    prepare: async (shop, visitor) => {
      const { ids, admin, customer } = await longWords(shop)
      return { ids, person: visitor === 'admin' ? admin : customer }
    },
    concerns: () => true,
  },
}

for (const [state, { settings, prepare, concerns, intercept }] of Object.entries(STATES))
  test.describe(() => {
    test.use({ settings })

    for (const visitor of VISITORS)
      for (const { name } of visits(visitor, NO_IDS).filter((visit) => concerns(visit, visitor)))
        test(`${visitor} ${name} ${state}`, async ({ page, shop, signInAs, watch }) => {
          watch.allow(/\d{3} \([\w ]+\)/)
          const { person, ids } = await once(`${shop.origin} ${state} ${visitor}`, () =>
            prepare(shop, visitor),
          )
          if (visitor !== 'visitor') await signInAs(person)
          const visit = visits(visitor, ids).find((one) => one.name === name) as Visit
          await page.emulateMedia({ reducedMotion: 'reduce' })
          await intercept?.(page)
          await page.goto(visit.path)
          await settle(page, state)
          const button = page.getByRole('button', { name: visit.press ?? '' }).first()
          if (visit.press && (await button.isVisible())) await button.click()
          await takeAll(page, path.join(folder, `${visitor}-${name}`), state)
        })
  })

async function takeAll(page: Page, into: string, state: string) {
  await mkdir(into, { recursive: true })
  for (const width of WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width < 1_000 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      if (state !== 'loading') await page.waitForLoadState('networkidle')
      const file = path.join(into, `${state}-${width}-${colorScheme}.png`)
      await page.screenshot({ path: file, fullPage: true })
    }
}

async function settle(page: Page, state: string) {
  if (state === 'loading')
    return loading(page)
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => {})
  await page.waitForLoadState('networkidle')
  await page.locator('img[loading=lazy]').evaluateAll((pictures) => {
    for (const picture of pictures) picture.setAttribute('loading', 'eager')
  })
}

/** A year of orders, and a visitor with a page full of their own. */
async function fillShop(shop: Shop, visitor: Visitor): Promise<Seen> {
  const person = await personFor(shop, visitor)
  const ids = await interestingIds(shop, person.token)
  const { json: products } = await shop.call('GET', '/api/products')
  for (const { _id } of products.slice(0, MANY_ORDERS)) {
    const body = { orderId: _id, orders: 100, phone: '555 0100', address: '1 Sample Street' }
    await shop.call('POST', '/api/bookings', { token: person.token, body })
  }
  return { person, ids }
}

/** The first day of a shop: nothing to sell, and nobody has said anything. */
async function emptyShop(shop: Shop, visitor: Visitor): Promise<Seen> {
  const { token } = await shop.signInAdmin()
  for (const list of ['/api/products', '/api/ratings'])
    for (const { _id } of (await shop.call('GET', list)).json)
      await shop.call('DELETE', `${list}/${_id}`, { token })
  return { person: await personFor(shop, visitor), ids: NO_IDS }
}

const longWords = (shop: Shop) => once(`${shop.origin} long words`, () => typeLongWords(shop))

const made = new Map<string, Promise<unknown>>()

/** What many pictures are taken of is made once per shop. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  const earlier = made.get(key) ?? make()
  made.set(key, earlier)
  return earlier as Promise<T>
}
