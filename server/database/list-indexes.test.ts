import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const SOMEBODY = '0190a000-0000-7000-8000-000000000001'

const LISTS = {
  'all orders': 'from bookings order by created_at desc, id desc',
  'somebody’s orders': `from bookings where user_id = '${SOMEBODY}' order by created_at desc, id desc`,
  'all quotes': 'from quotes order by created_at desc, id desc',
  'somebody’s quotes': `from quotes where user_id = '${SOMEBODY}' order by created_at desc, id desc`,
  'all users': 'from users order by created_at desc, id desc',
  'all reviews': 'from ratings order by created_at desc, id desc',
  'somebody’s reviews': `from ratings where user_id = '${SOMEBODY}' order by created_at desc, id desc`,
  'all feedback': 'from feedback order by created_at desc, id desc',
  'all subscriptions': 'from subscriptions order by created_at desc, email desc',
  'a product’s orders': `from bookings where product_id = '${SOMEBODY}' order by created_at desc, id desc`,
  'a product’s history': `from product_changes where product_id = '${SOMEBODY}' order by changed_at desc, id desc`,
}

// Sorting is switched off, which PostgreSQL heeds wherever an index gives the order.
test.for(Object.entries(LISTS))(
  '%s come newest first out of an index, however many there are',
  async ([, list]) => {
    const plan = await shop.shop.db.$client.connect().then(async (client) => {
      try {
        await client.query('set enable_sort = off')
        return await client.query(`explain select * ${list} limit 50`)
      } finally {
        client.release(true)
      }
    })
    const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(steps).toMatch(/Index (Only )?Scan/)
    expect(steps).not.toContain('Sort')
  },
)
