import { expect, test } from 'vitest'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import { PUBLIC_PAGES } from '#test/public-pages.ts'
import { openShopForFile } from '#test/shop.ts'

const NAME = 'Bolt and Brothers'
const shop = await openShopForFile({ SHOP_NAME: NAME })
const [product] = (await shop.call('GET', '/api/products')).json

test.each([
  '/',
  '/catalogue',
  itemAddress(product),
  `/product/${product._id}`,
  ...PUBLIC_PAGES,
  '/dashboard',
  '/dashboard/order',
  '/dashboard/myOrder',
  '/dashboard/profile',
  '/nowhere',
])('%s has the shop’s own name in its title, and no other name anywhere', async (page) => {
  const { text } = await shop.call('GET', page)
  const titles = [...text.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)
  expect(titles).toEqual([expect.stringContaining(NAME)])
  expect(text).not.toContain('Hundredweight')
})
