import { texts } from '../contract/fixed-texts.ts'
import { expect, hold, loseAnswer, refuseWith, SIZES, test } from './fixtures.ts'
import { addProduct } from './orders.ts'
import { accountName } from './sign-in.ts'

const SENTENCE = 'The password is wrong'

test('Cancel and Escape wait for what was sent: an account is not deleted behind one’s back', async ({
  page,
  buyer,
}) => {
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(buyer.password)
  const release = await hold(page, '**/api/account')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true')
  // By keyboard: a pointer does not even reach it.
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(page.getByRole('status').getByText('Your account was deleted')).toBeVisible()
})

test('what a dialog cannot do is said once, in the dialog, and goes with the next letter of the field', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 4/)
  await signInAs(await shop.signInAdmin())
  const product = await addProduct(shop)
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('button', { name: `Restock ${product.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Restock' })
  await dialog.getByLabel('Units to add').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const reason = dialog.getByLabel('Reason')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toBeFocused()
  await reason.fill('Count')
  await expect(reason).not.toHaveAttribute('aria-invalid', 'true')
  await page.route('**/api/products/*/stock', refuseWith(409, SENTENCE))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(SENTENCE)).toHaveCount(1)
  await expect(dialog.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
})

test('a restock whose answer is lost is the same restock in a panel that is opened again', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const admin = await shop.signInAdmin()
  await signInAs(admin)
  const product = await addProduct(shop, { quantity: 1_000 })
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(product.name)}`)
  const add = async () => {
    await page.getByRole('button', { name: `Restock ${product.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Restock' })
    await dialog.getByLabel('Units to add').fill('40')
    await dialog.getByLabel('Reason').fill('Delivery')
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  await loseAnswer(page, '**/api/products/*/stock')
  const dialog = await add()
  await expect(dialog.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  page.once('dialog', (question) => question.accept())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await add()
  await expect(page.getByRole('status').getByText(`${product.name}: now 1,040 units`)).toBeVisible()
})

test('a file dropped beside its box leaves the page as it is', async ({ page, shop, signInAs }) => {
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  const prevented = await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['sku,name'], 'products.csv', { type: 'text/csv' }))
    return ['dragover', 'drop'].map((type) => {
      const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })
      document.querySelector('h1')?.dispatchEvent(event)
      return event.defaultPrevented
    })
  })
  expect(prevented).toEqual([true, true])
})

test('a toast dismissed by keyboard gives the focus back', async ({ page }) => {
  await page.goto('/extra')
  await page.getByLabel('Name').fill('Anna Sample')
  await page.locator('form', { hasText: 'Feedback' }).getByLabel('Email').fill('anna@example.com')
  const feedback = page.getByLabel('Feedback', { exact: true })
  await feedback.fill('Good nails')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  const toast = page.getByRole('status').filter({ hasText: texts.feedbackThanks })
  await expect(toast).toBeVisible()
  await feedback.focus()
  await toast.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(feedback).toBeFocused()
})

test('on a phone, a toast leaves the buttons of a dialog where they are', async ({
  page,
  context,
  buyer,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await page.setViewportSize(SIZES.phone)
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(buyer.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const confirm = dialog.getByRole('button', { name: 'Turn on' })
  const before = await confirm.boundingBox()
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(dialog.getByRole('status').getByText('Copied')).toBeVisible()
  expect(await confirm.boundingBox()).toEqual(before)
})

test('Sign Out on a public page leaves one there @firefox', async ({ page, shop, buyer }) => {
  await page.goto('/blog')
  await expect(accountName(page)).toHaveText(buyer.name)
  await page.getByRole('button', { name: texts.navigation.signOut }).click()
  await expect(page.getByRole('link', { name: texts.navigation.login }).first()).toBeVisible()
  await expect(page).toHaveURL(`${shop.origin}/blog`)
})

test('what is still loading cannot be reached by keyboard', async ({ page }) => {
  await page.goto('/blog')
  for (const path of [
    '',
    '/order',
    '/myOrder',
    '/manageProduct',
    '/users',
    '/profile',
    '/payment/x',
    '/order/x',
    '/quote/x',
  ]) {
    const html = await (await page.request.get(`/dashboard${path}`)).text()
    const { shown, reachable } = await page.evaluate((source) => {
      const main = new DOMParser().parseFromString(source, 'text/html').querySelector('main')
      const controls = [...(main?.querySelectorAll('a, button, input, select, textarea') ?? [])]
      const within = controls.filter((control) => !control.closest('[inert]'))
      return { shown: controls.length, reachable: within.map(({ outerHTML }) => outerHTML) }
    }, html)
    expect(shown, `${path} has a menu at least`).toBeGreaterThan(0)
    expect(reachable, path).toEqual([])
  }
})
