import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { LIVE } from '#test/live-settings.ts'
import { openTestShop } from '#test/shop.ts'

async function warningsOf(variables: Record<string, string>) {
  const shop = await openTestShop(inject('databaseServer'), variables)
  onTestFinished(shop.close)
  return shop.log.map((line) => JSON.parse(line)).flatMap(({ level, msg }) => (level === 40 ? [msg] : []))
}

test('a live shop says that nobody can manage it, and names the texts its owner has not written yet', async () => {
  const warnings = await warningsOf(LIVE)
  expect(warnings).toContain(
    'There is no admin: set ADMIN_EMAIL and start again, or sign up in the shop and run "npm run make-admin"',
  )
  const unwritten = ['terms', 'privacy', 'contact'].flatMap((page) => {
    const marks = readFileSync(`content/${page}.md`, 'utf8').split('==').length - 1
    return marks
      ? `content/${page}.md is not shown: it still has ${marks / 2} examples, marked ==like this==`
      : []
  })
  expect(warnings.filter((warning) => warning.startsWith('content/'))).toEqual(unwritten)
})

test('a live shop says that the orders of its demo are still there', async () => {
  const demo = await openTestShop(inject('databaseServer'), { DEMO_ORDERS: 'on' })
  onTestFinished(demo.close)
  const warnings = await warningsOf({ ...LIVE, ...demo.shared })
  expect(warnings).toContain('The demo orders are still there: remove them with "npm run demo:clear"')
})

test('a live shop with an admin says nothing of it, and a demo shop nothing at all', async () => {
  expect((await warningsOf({ ...LIVE, ADMIN_EMAIL: 'owner@example.com' })).join()).not.toContain('admin')
  expect(await warningsOf({})).toEqual([])
})
