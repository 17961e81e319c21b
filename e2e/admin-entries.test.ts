import { texts } from '../contract/fixed-texts.ts'
import { expect, hold, loading, SIZES, test } from './fixtures.ts'

const { dashboard } = texts

test('who is no admin any more is shown no admin’s entry, neither before the check answers nor after', async ({
  page,
  buyer,
  watch,
}) => {
  // A known admin's overview is asked for before the check has answered.
  watch.allow(/403 \(Forbidden\)/)
  await page.setViewportSize(SIZES.phone)
  await page.addInitScript((email) => {
    // A frame of a card form or a blank page has no storage.
    if (self.origin !== 'null' && !sessionStorage.getItem('was admin'))
      localStorage.setItem('knownAdmin', email)
    if (self.origin !== 'null') sessionStorage.setItem('was admin', 'yes')
  }, buyer.email)
  const release = await hold(page, '**/api/admin/*')
  await page.goto('/dashboard')
  const entry = page.getByRole('link', { name: dashboard.manageOrder })
  await expect(loading(page).first()).toBeVisible()
  await expect(page.getByRole('link', { name: dashboard.myOrder }).first()).toBeVisible()
  await expect(entry.filter({ visible: true })).toHaveCount(0)
  release()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('knownAdmin'))).toBeNull()
  await expect(entry.filter({ visible: true })).toHaveCount(0)
})

test('an admin’s entries are in the menu of a public page, a customer’s menu has none of them', async ({
  page,
  shop,
  signInAs,
  elsewhere,
}) => {
  await page.setViewportSize(SIZES.phone)
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: dashboard.manageOrder })).toBeVisible()
  const customers = await elsewhere(await shop.signUp(), { viewport: SIZES.phone })
  // The entries of a public page are those of who was an admin when last asked about.
  const checked = customers.waitForResponse('**/api/admin/*')
  await customers.goto('/dashboard')
  await (await checked).finished()
  for (const [whose, visible] of [
    [page, true],
    [customers, false],
  ] as const) {
    await whose.goto('/')
    await whose.getByRole('button', { name: 'Open menu' }).click()
    const menu = whose.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: dashboard.myOrder })).toBeVisible()
    await expect(menu.getByRole('link', { name: dashboard.manageOrder })).toBeVisible({ visible })
  }
})
