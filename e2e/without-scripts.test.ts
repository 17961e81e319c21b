import { texts } from '../contract/fixed-texts.ts'
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

const NOTICE = /^This needs JavaScript\./

test('without scripts a page says what is missing, and offers nothing that leads nowhere', async ({
  page,
}) => {
  for (const path of ['/login', '/signup', '/extra', '/dashboard/order']) {
    await page.goto(path, { waitUntil: 'load' })
    const main = page.getByRole('main')
    await expect(main.getByText(NOTICE).filter({ visible: true }).first()).toBeVisible()
    await expect(main.getByRole('status')).toBeHidden()
    await expect(main.locator('[type=submit]:visible')).toHaveCount(0)
    await expect(main.getByRole('button', { name: texts.signIn.google })).toBeHidden()
  }
})
