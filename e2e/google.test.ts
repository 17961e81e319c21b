import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, holdScripts, SIZES, test } from './fixtures.ts'
import { accountName, payloadOf, storedToken } from './sign-in.ts'

const google = (page: Page) => page.getByRole('button', { name: texts.signIn.google })
const testPage = (page: Page) => page.getByRole('heading', { name: 'Test sign-in: this is not Google' })
const problem = (page: Page) => page.getByRole('main').getByRole('alert')

for (const [host, proof] of [
  ['localhost', ''],
  ['127.0.0.1', ' @proof'],
] as const)
  test(`under ${host}: Google leads back to the remembered page, signed in and known by name${proof}`, async ({
    page,
    shop,
    watch,
  }) => {
    watch.allow(/^outside request: http:\/\/127\.0\.0\.1:/)
    const origin = shop.origin.replace('localhost', host)
    await page.goto(`${origin}/login?from=%2Fdashboard%2Forder`)
    await google(page).click()
    await expect(testPage(page)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(origin)
    const recorded = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Demo Workshop' }).click()
    const record = await recorded
    expect(record.postDataJSON()).toEqual({ email: 'demo.workshop@example.com' })
    await expect(page).toHaveURL(`${origin}/dashboard/order`)
    await expect(accountName(page)).toHaveText('Demo Workshop')
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
    expect(payloadOf(await storedToken(page)).email).toBe('demo.workshop@example.com')

    await page.getByRole('button', { name: texts.navigation.signOut }).click()
    await expect(page).toHaveURL(`${origin}/login`)
    expect(await storedToken(page)).toBeNull()
  })

test('from the signup page on a phone, with an account that is typed @proof', async ({ page, shop }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/signup')
  await google(page).click()
  await page.getByLabel('Email address', { exact: true }).fill('typed.account@example.com')
  await page.getByLabel('Name', { exact: true }).fill('Typed Account')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(`${shop.origin}/`)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByTitle('Signed in')).toHaveText('Typed Account')
})

test('a cancelled sign-in is told in words; the way back is kept for the next try @proof', async ({
  page,
  shop,
}) => {
  await page.goto('/login?from=%2Fdashboard%2Fprofile')
  await google(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(problem(page)).toHaveText('Google sign-in was canceled.')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await storedToken(page)).toBeNull()
  await google(page).click()
  await page.getByRole('button', { name: 'Demo Buyer' }).click()
  await expect(page).toHaveURL(`${shop.origin}/dashboard/profile`)
  await expect(page.getByText('Google’s own two-step verification protects this account')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set one by email' })).toBeVisible()
})

test('an account with a password is not taken over by Google, and its owner is told what to do', async ({
  page,
  shop,
}) => {
  const { email } = await shop.signUp()
  await page.goto('/login')
  await google(page).click()
  await page.getByLabel('Email address', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(problem(page)).toHaveText(
    'There is already an account with a password for this email address. Log in with that password instead.',
  )
  expect(await storedToken(page)).toBeNull()
  expect((await page.request.get('/api/auth/token')).status()).toBe(401)
})

test('a press before the page is interactive waits visibly and then leads to Google @proof', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await google(page).click()
  await expect(google(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(testPage(page)).toBeVisible()
})

test('an address that claims a finished sign-in signs nobody in', async ({ page, watch }) => {
  watch.allow(/401 \(Unauthorized\)/)
  await page.goto('/login?google=done&from=%2Fdashboard')
  await expect(problem(page)).toHaveText('The sign-in was not completed. Try again.')
  expect(await storedToken(page)).toBeNull()
})
