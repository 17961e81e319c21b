import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, SCREENS, test, touch } from './fixtures.ts'
import { linkIn, mailTo } from './mailbox.ts'
import { accountName, arrivedAt, identityRequests, logIn, storedToken } from './sign-in.ts'

const { navigation, signIn } = texts
const forgot = (page: Page) => page.getByRole('link', { name: 'Forgot your password?' })
const changeButton = (page: Page) => page.getByRole('button', { name: 'Change password' })
const problem = (page: Page) => page.getByRole('main').getByRole('alert')

test(
  'from a refused sign-in to being signed in with a new password, while the old session is gone',
  SCREENS,
  async ({ page, shop, watch }) => {
    watch.allow(/401 \(Unauthorized\)|400 \(Bad Request\)/)
    const person = await shop.signUp('Fay Forgetful')
    await page.goto('/login?from=%2Fdashboard%2Fprofile')
    await expect(forgot(page)).toHaveCount(0)
    await logIn(page, { email: person.email, password: 'not the one' })
    await expect(forgot(page)).toBeVisible()
    await expectAccessible(page)
    await forgot(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Check your email')).toBeVisible()
    await expectAccessible(page)

    const mail = await mailTo(shop, person.email, /^Reset your password for /)
    const asked = identityRequests(page)
    await page.goto(linkIn(mail, '/reset-password'))
    await expect(page).toHaveURL(`${shop.origin}/reset-password`)
    await page.reload()
    await touch(page)
    await page.getByLabel('New password').fill('short')
    await changeButton(page).click()
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      new RegExp(signIn.passwordTooShort),
    )
    expect(asked, 'opening the link does nothing').toEqual([])
    await page.getByLabel('New password').fill('a better secret')
    await changeButton(page).click()
    await expect(page.getByText('Your password was changed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    expect(await storedToken(page), 'nobody is signed in by it').toBeNull()
    const cookie = person.cookies.join('; ')
    expect((await fetch(`${shop.origin}/api/auth/token`, { headers: { cookie } })).status).toBe(401)
    await mailTo(shop, person.email, /^Your password was changed/)

    await page.getByRole('main').getByRole('link', { name: navigation.login }).first().click()
    await arrivedAt(page, navigation.login)
    await logIn(page, person)
    await expect(problem(page)).toHaveText('The email address or password is incorrect.')
    await logIn(page, { email: person.email, password: 'a better secret' })
    await expect(accountName(page)).toHaveText('Fay Forgetful')

    await page.goto(linkIn(mail, '/reset-password'))
    await page.getByLabel('New password').fill('once more')
    await changeButton(page).click()
    await expect(problem(page)).toHaveText('This link has expired or has already been used.')
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  },
)

test('nobody learns from the page whether there is an account @proof', async ({ page, shop }) => {
  const { email } = await shop.signUp()
  const answers: string[] = []
  for (const asked of [email, 'nobody.at.all@example.com']) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(asked)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Check your email')).toBeVisible()
    answers.push((await page.getByRole('main').innerText()).replace(asked, '…'))
  }
  expect(answers[0]).toBe(answers[1])
})

test('without its link the page says so, and leads to a new one @proof', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(problem(page)).toContainText('This link is incomplete')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeFocused()
})

test('a reset in a browser that is signed in signs it out @proof', async ({ page, shop, buyer }) => {
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: buyer.email } })
  const mail = await mailTo(shop, buyer.email, /^Reset your password/)
  await page.goto('/dashboard')
  await expect(accountName(page)).toHaveText(buyer.name)
  await page.goto(linkIn(mail, '/reset-password'))
  await page.getByLabel('New password').fill('a better secret')
  await changeButton(page).click()
  await expect(page.getByText('You were signed out everywhere.')).toBeVisible()
  await expect(page.getByRole('button', { name: navigation.signOut })).toBeHidden()
  expect(await storedToken(page)).toBeNull()
})
