import { readFile } from 'node:fs/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { OWNER_TEXTS } from '#contract/site/owner-texts.ts'
import { LIVE } from '#test/live-settings.ts'
import { openTestShop } from '#test/shop.ts'
import { readOverview } from '../desk/overview/read-overview.ts'

async function open(variables: Record<string, string>) {
  const shop = await openTestShop(inject('databaseServer'), variables)
  onTestFinished(shop.close)
  const see = (path: string) => shop.call('GET', path)
  return { shop, see }
}

const mainOf = (html: string) => html.replace(/^.*<main|<\/main>.*$/gs, '')

test('customers of a live shop see no text that its owner has not written, and the owner is told', async () => {
  const { shop, see } = await open(LIVE)
  const home = (await see('/')).text
  const sitemap = (await see('/sitemap-pages.xml')).text
  for (const page of ['/terms', '/privacy']) {
    expect((await see(page)).status, page).toBe(404)
    expect(home).not.toContain(`href="${page}"`)
    expect(sitemap).not.toContain(`${page}<`)
  }
  const contact = await see('/contact')
  expect(contact.status).toBe(200)
  expect(contact.text).toContain('name="feedback"')
  expect(mainOf(contact.text)).not.toMatch(/class="example"|Exampleton/)
  expect(home).toContain('href="/contact"')
  const { unwrittenTexts } = await readOverview(shop.shop, { timeZone: 'UTC', now: new Date() })
  expect(unwrittenTexts).toEqual(['terms', 'privacy', 'contact'])
})

test('the demo shows examples in place of what only an owner can write, and says that they are', async () => {
  const { shop, see } = await open({})
  const home = (await see('/')).text
  for (const page of ['/terms', '/privacy', '/contact']) {
    const { status, text } = await see(page)
    expect(status, page).toBe(200)
    expect(text, page).toContain('This is a demo shop.')
    expect(mainOf(text), page).not.toMatch(/\(the |==/)
    expect(home).toContain(`href="${page}"`)
  }
  const { unwrittenTexts } = await readOverview(shop.shop, { timeZone: 'UTC', now: new Date() })
  expect(unwrittenTexts).toEqual([])
})

test('no text leads to a page that a live shop may not have', async () => {
  for (const text of [...OWNER_TEXTS, 'blog'])
    expect(await readFile(new URL(`../../content/${text}.md`, import.meta.url), 'utf8'), text).not.toMatch(
      /\]\(\/(?:terms|privacy)\b/,
    )
})
