import { expect, test } from 'vitest'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import { htmlProblems } from '#test/html-problems.ts'
import { PUBLIC_PAGES } from '#test/public-pages.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const [product] = (await shop.call('GET', '/api/products')).json

test.each([
  '/',
  '/home',
  '/catalogue',
  '/catalogue?q=hammer',
  '/catalogue?category=hand-tools&view=list&units=500',
  '/catalogue?q=unobtainium',
  itemAddress(product),
  ...PUBLIC_PAGES,
  '/reset-password',
  '/verify-email',
  '/dashboard',
  '/nowhere',
])('%s is valid HTML', async (page) => {
  const { text } = await shop.call('GET', page)
  expect(await htmlProblems(text)).toEqual([])
})
