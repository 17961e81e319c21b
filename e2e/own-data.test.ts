import { readFile } from 'node:fs/promises'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, SCREENS } from './fixtures.ts'
import { ordersOf, test } from './orders.ts'
import { logIn, storedToken } from './sign-in.ts'

test('one downloads what the shop knows about oneself as a file', async ({ page, buyer, order }) => {
  await page.goto('/dashboard/profile')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('my-data.json')
  const text = await readFile(await saved.path(), 'utf8')
  expect(JSON.parse(text)).toBeTruthy()
  for (const known of [buyer.email, buyer.name, order._id, order.product]) expect(text).toContain(known)
})

test(
  'deleting the account takes the password, closes unpaid orders, signs out, and frees the address',
  SCREENS,
  async ({ page, shop, buyer, order, watch }) => {
    watch.allow(/40[0-9] \(/)
    const { quantity } = (await shop.call('GET', `/api/product/${order.orderId}`)).json
    await page.goto('/dashboard/profile')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete my account' })
    await dialog.getByLabel('Your password').fill('not the one')
    await confirm.click()
    await expect(dialog.getByText('The password is wrong.')).toBeVisible()
    await expectAccessible(page)
    expect(await ordersOf(shop, buyer)).toHaveLength(1)

    await dialog.getByLabel('Your password').fill(buyer.password)
    await confirm.click()
    await expect(page).toHaveURL(`${shop.origin}/`)
    await expect(page.getByRole('status').getByText('Your account was deleted')).toBeVisible()
    await expect(page.getByRole('button', { name: texts.navigation.signOut })).toBeHidden()
    expect(await storedToken(page)).toBeNull()
    await expect
      .poll(async () => (await shop.call('GET', `/api/product/${order.orderId}`)).json.quantity)
      .toBe(quantity + order.orders)

    await page.goto('/login')
    await logIn(page, buyer)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The email address or password is incorrect.',
    )
    await page.goto('/signup?from=%2Fdashboard%2Forder')
    await page.getByLabel('Name').fill('Somebody New')
    await page.getByLabel('Email').fill(buyer.email)
    await page.getByLabel('Password').fill('secret2')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  },
)
