import { type Shop, test } from '../fixtures.ts'
import { typeLongWords } from '../type-long-words.ts'
import { takeScreenshots } from './take-screenshots.ts'

// A shop of its own: what is typed into it is on every page.
test.use({ settings: { STOCK_HOLD_HOURS: '48' } })

let typed: ReturnType<typeof typeLongWords> | undefined
const longWords = (shop: Shop) => {
  typed ??= typeLongWords(shop)
  return typed
}

takeScreenshots(['long'], async (shop, visitor) => {
  const { ids, admin, customer } = await longWords(shop)
  return { ids, person: visitor === 'admin' ? admin : customer }
})
