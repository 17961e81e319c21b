import { test } from '../fixtures.ts'
import { personFor } from '../screens.ts'
import { NO_IDS, takeScreenshots } from './take-screenshots.ts'

// The first day of a shop: nothing to sell, and nobody has said anything.
test.use({ settings: { DEMO_ORDERS: 'off' } })

takeScreenshots(['empty'], async (shop, visitor) => {
  const { token } = await shop.signInAdmin()
  for (const list of ['/api/products', '/api/ratings'])
    for (const { _id } of (await shop.call('GET', list)).json)
      await shop.call('DELETE', `${list}/${_id}`, { token })
  return { person: await personFor(shop, visitor), ids: NO_IDS }
})
