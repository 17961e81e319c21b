import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { totp } from '../test/totp.ts'
import { expectAccessible } from './axe.ts'
import { expect, hold, ONLY_SCREENS, type Person, test } from './fixtures.ts'
import { accountName, arrivedAt, logIn, storedToken } from './sign-in.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const problem = (page: Page) => page.getByRole('main').getByRole('alert')
const WRONG_RECOVERY_CODE = 'This recovery code is wrong or has already been used.'

/** What the app shows this many half minutes from now. Each works once, and none that is older than the last one. */
const codeOf = (uri: string, ahead = 0) => totp(uri, Date.now() + ahead * 30_000)

async function turnOn(page: Page, person: Person) {
  await page.goto('/dashboard/profile')
  await press(page, 'Turn on two-step sign-in')
  await dialog(page).getByLabel('Your password').fill(person.password)
  await press(page, 'Continue')
  await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
  const uri = String(await dialog(page).getByRole('link', { name: 'open the app' }).getAttribute('href'))
  const key = (await dialog(page).locator('code').innerText()).replaceAll(' ', '')
  expect(new URL(uri).searchParams.get('secret')).toBe(key)
  await dialog(page).getByLabel('Code', { exact: true }).fill(codeOf(uri, -1))
  await press(page, 'Turn on')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await dialog(page).getByRole('listitem').allInnerTexts()
  return { uri, recoveryCodes }
}

async function enterRecoveryCode(page: Page, person: Person, code = '') {
  await page.goto('/login')
  await logIn(page, person)
  await press(page, 'Use a recovery code instead')
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(code)
  await press(page, 'Continue')
}

async function signOut(page: Page) {
  const ended = page.waitForResponse('**/api/auth/sign-out')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await ended
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
}

test('turned on, then asked for at every sign-in: by code, by recovery code, and turned off', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/40[01] \(/)
  const { uri, recoveryCodes } = await turnOn(page, buyer)
  const saving = page.waitForEvent('download')
  await press(page, 'Download codes')
  expect((await saving).suggestedFilename()).toBe('recovery-codes.txt')
  await press(page, 'I have saved them')
  await expect(section(page).getByText('On', { exact: true })).toBeVisible()

  await signOut(page)
  await page.goto('/login?from=%2Fdashboard%2Fprofile')
  await logIn(page, buyer)
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  expect(await storedToken(page), 'the password alone signs nobody in').toBeNull()
  await page.getByLabel('Code', { exact: true }).fill('12')
  await press(page, 'Continue')
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Enter the 6 digits/)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(uri, 100))
  await press(page, 'Continue')
  await expect(problem(page)).toHaveText('This code is wrong, has expired or has already been used.')
  const recorded = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(uri).replace(/(?=...$)/, ' '))
  await press(page, 'Continue')
  expect((await recorded).postDataJSON()).toEqual({ email: buyer.email })
  await expect(page).toHaveURL(`${shop.origin}/dashboard/profile`)
  await expect(accountName(page)).toHaveText(buyer.name)

  await signOut(page)
  const release = await hold(page, '**/api/admin/*')
  await enterRecoveryCode(page, buyer, recoveryCodes[0])
  await expect(accountName(page)).toHaveText(buyer.name)
  await signOut(page)
  await arrivedAt(page, texts.navigation.login)
  release()
  await enterRecoveryCode(page, buyer, recoveryCodes[0])
  await expect(problem(page), 'a recovery code works once').toHaveText(WRONG_RECOVERY_CODE)
  await press(page, 'Start over')
  await logIn(page, buyer)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(uri, 1))
  await press(page, 'Continue')
  await expect(accountName(page)).toHaveText(buyer.name)

  await page.goto('/dashboard/profile')
  await press(page, 'Turn off')
  await dialog(page).getByLabel('Your password').fill('not the one')
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog(page).getByRole('alert').first()).not.toBeEmpty()
  await dialog(page).getByLabel('Your password').fill(buyer.password)
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('status').getByText('Two-step sign-in is off')).toBeVisible()
  await signOut(page)
  await logIn(page, buyer)
  await expect(accountName(page)).toHaveText(buyer.name)
})

test('new recovery codes take the place of the old ones', ONLY_SCREENS, async ({ page, buyer, watch }) => {
  watch.allow(/40[01] \(/)
  const { recoveryCodes: old } = await turnOn(page, buyer)
  await expectAccessible(page)
  await press(page, 'I have saved them')
  await press(page, 'New recovery codes')
  await dialog(page).getByLabel('Your password').fill(buyer.password)
  const release = await hold(page, '**/api/auth/two-factor/generate-backup-codes')
  await press(page, 'Generate new codes')
  await dialog(page).getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.keyboard.press('Escape')
  release()
  // Neither Cancel nor Escape closes the window whose codes are already on their way.
  await expect(dialog(page).getByRole('heading', { name: 'Your new recovery codes' })).toBeFocused()
  const fresh = await dialog(page).getByRole('listitem').allInnerTexts()
  expect(fresh).toHaveLength(10)
  expect(fresh.filter((code) => old.includes(code))).toEqual([])
  await press(page, 'I have saved them')
  await signOut(page)
  await enterRecoveryCode(page, buyer, old[1])
  await expect(problem(page)).toHaveText(WRONG_RECOVERY_CODE)
  await expectAccessible(page)
  await press(page, 'Use the code from your app instead')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await enterRecoveryCode(page, buyer, fresh[1])
  await expect(accountName(page)).toHaveText(buyer.name)
})

test(
  'setting it up shows a key, a QR code and where the codes go; leaving it halfway turns nothing on',
  ONLY_SCREENS,
  async ({ page, buyer }) => {
    await page.goto('/dashboard/profile')
    await press(page, 'Turn on two-step sign-in')
    await dialog(page).getByLabel('Your password').fill(buyer.password)
    await press(page, 'Continue')
    await expect(dialog(page).getByRole('heading', { name: 'Add the shop to your app' })).toBeFocused()
    await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
    await expect(dialog(page).getByRole('link', { name: 'open the app' })).toHaveAttribute(
      'href',
      /^otpauth:/,
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(section(page).getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible()
  },
)
