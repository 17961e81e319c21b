import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, holdScripts, ONLY_SCREENS, SIZES, test } from './fixtures.ts'
import {
  accountName,
  arrivedAt,
  identityRequests,
  logIn,
  payloadOf,
  signUpButton,
  storedToken,
} from './sign-in.ts'

const { signIn, navigation, dashboard } = texts
const problem = (page: Page) => page.getByRole('main').getByRole('alert')

test('a visitor signs up, is known by name, and signs out everywhere', async ({
  page,
  shop,
  context,
  watch,
}) => {
  watch.allow(/401 \(Unauthorized\)/)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: navigation.login }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await arrivedAt(page, 'Sign up')
  await page.getByLabel('Name').fill('Größe & Söhne')
  await page.getByLabel('Email').fill('new.customer@example.com')
  await page.getByLabel('Password').fill('six666')
  const recorded = page.waitForRequest((request) => request.method() === 'PUT')
  await signUpButton(page).click()

  const record = await recorded
  expect(new URL(record.url()).pathname).toBe('/api/user/new.customer%40example.com')
  expect(record.postDataJSON()).toEqual({ email: 'new.customer@example.com' })
  expect((await record.response())?.status()).toBe(200)
  await expect(page).toHaveURL(`${shop.origin}/`)
  await expect(accountName(page)).toHaveText('Größe & Söhne')
  await expect(menu.getByRole('link', { name: navigation.dashboard })).toBeVisible()
  await expect(menu.getByRole('link', { name: navigation.login })).toBeHidden()
  const token = await storedToken(page)
  expect(payloadOf(token)).toMatchObject({ email: 'new.customer@example.com', name: 'Größe & Söhne' })
  expect(record.headers().authorization).toBe(`Bearer ${token}`)

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const ended = page.waitForResponse('**/api/auth/sign-out')
  await page.getByRole('button', { name: navigation.signOut }).click()
  await expect(page.getByRole('button', { name: navigation.signOut })).toBeHidden()
  await expect(page).toHaveURL(`${shop.origin}/`)
  expect(await storedToken(page)).toBeNull()
  await ended
  expect((await page.request.get('/api/auth/token')).status()).toBe(401)
  const kept = await fetch(`${shop.origin}/api/auth/token`, { headers: { cookie } })
  expect(kept.status, 'a copy of the cookie is worth nothing either').toBe(401)
})

test('the sign-up form says what is missing or wrong at each field, and asks nobody', async ({ page }) => {
  const asked = identityRequests(page)
  await page.goto('/signup')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('At least 6 characters.')
  await signUpButton(page).click()
  for (const [label, sentence] of [
    ['Name', signIn.nameRequired],
    ['Email', signIn.emailRequired],
    ['Password', signIn.passwordRequired],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(sentence)
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('   ')
  await page.getByLabel('Email').fill('nobody@')
  await page.getByLabel('Password').fill('12345')
  await signUpButton(page).click()
  await expect(page.getByText(signIn.emailInvalid, { exact: true })).toBeVisible()
  await expect(page.getByText(signIn.passwordTooShort, { exact: true })).toBeVisible()
  await expect(page.getByText(signIn.nameRequired, { exact: true })).toBeVisible()
  expect(asked).toEqual([])
})

test('Sign up pressed twice signs up once @proof', async ({ page, shop }) => {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Double Click')
  await page.getByLabel('Email').fill('double.click@example.com')
  await page.getByLabel('Password').fill('secret1')
  const asked = identityRequests(page)
  await signUpButton(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page).toHaveURL(`${shop.origin}/`)
  await expect(accountName(page)).toHaveText('Double Click')
  expect(asked).toEqual(['POST /api/auth/sign-up/email', 'GET /api/auth/token'])
})

test('the login form says what is missing or wrong at each field, and asks nobody @proof', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.phone)
  const asked = identityRequests(page)
  await page.goto('/login')
  await page.getByRole('button', { name: navigation.login, exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(signIn.emailRequired)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(signIn.passwordRequired)
  await logIn(page, { email: 'not an address', password: 'short' })
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(signIn.emailInvalid)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(signIn.passwordTooShort)
  await page.getByLabel('Email').fill('an.address@example.com')
  await expect(page.getByLabel('Email'), 'corrected').toHaveAccessibleDescription('')
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Email').fill('')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(signIn.emailRequired)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(asked).toEqual([])
})

test('a wrong password: the provider’s sentence in red under the form, nothing typed is lost', async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/401 \(Unauthorized\)/)
  const { email } = await shop.signUp()
  for (const asked of [email, 'nobody.at.all@example.com']) {
    await page.goto('/login')
    await logIn(page, { email: asked, password: 'not the one' })
    await expect(problem(page)).toHaveText('The email address or password is incorrect.')
    await expectRedUnderTheForm(page)
    await expect(page.getByLabel('Email')).toHaveValue(asked)
    await expect(page.getByLabel('Password')).toHaveValue('not the one')
  }
  expect(await storedToken(page)).toBeNull()
})

test('an email address that has an account: told under the form, nothing typed is lost @proof', async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/422 \(Unprocessable/)
  const { email } = await shop.signUp()
  await page.setViewportSize(SIZES.phone)
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Somebody Else')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Password').fill('secret1')
  await signUpButton(page).click()
  await expect(problem(page)).toContainText('There is already an account with this email address.')
  await expectRedUnderTheForm(page)
  await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
  await expect(page.getByLabel('Email')).toHaveValue(email.toUpperCase())
  await expect(page.getByLabel('Password')).toHaveValue('secret1')
  expect(await storedToken(page)).toBeNull()
})

test('Reset Password does nothing', async ({ page }) => {
  await page.goto('/login?from=%2Fdashboard')
  await page.getByLabel('Email').fill('kept@example.com')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const address = page.url()
  const before = await page.getByRole('main').innerHTML()
  await page.getByRole('button', { name: signIn.resetPassword }).click()
  await page.getByRole('button', { name: signIn.resetPassword }).press('Enter')
  // The form still answers, so what the button would have done would have happened by now.
  expect(await page.getByRole('main').innerHTML()).toBe(before)
  await page.getByRole('button', { name: navigation.login, exact: true }).click()
  await expect(page.getByText(signIn.passwordRequired)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('kept@example.com')
  expect(page.url()).toBe(address)
  expect(requests).toEqual([])
})

test('what is typed and sent before the page is interactive is kept, and never in the address', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(SIZES.phone)
  const person = await shop.signUp()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const release = await holdScripts(page)
  await page.goto('/login?from=%2Fdashboard', { waitUntil: 'commit' })
  await logIn(page, person)
  await expect(page.getByRole('main').locator('form')).toHaveAttribute('aria-busy', 'true')
  expect(page.url()).toBe(`${shop.origin}/login?from=%2Fdashboard`)
  release()
  await expect(page).toHaveURL(`${shop.origin}/dashboard`)
  await expect(page.getByRole('heading', { name: dashboard.welcome })).toBeVisible()
  expect(addresses.filter((address) => address.includes(person.password))).toEqual([])
  expect(addresses.filter((address) => new URL(address).search.includes(person.email))).toEqual([])
})

test('a sign-in that was wrong before the page was interactive is told like any other @proof', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Early Bird')
  await page.getByLabel('Password').fill('123')
  await signUpButton(page).click()
  release()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(signIn.emailRequired)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(signIn.passwordTooShort)
  await expect(page.getByLabel('Name')).toHaveValue('Early Bird')
})

test('signing in and out needs no pointer @proof @firefox', async ({ page, shop }) => {
  const person = await shop.signUp('Keyboard User')
  await page.goto('/login?from=%2Fdashboard')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText(signIn.passwordTooShort)).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: dashboard.welcome })).toBeFocused()
  const signOut = page.getByRole('button', { name: navigation.signOut })
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press('Shift+Tab')
    if (await signOut.evaluate((button) => button === document.activeElement)) break
  }
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${shop.origin}/login`)
})

test(
  'axe finds nothing on login and signup while their problems are shown',
  ONLY_SCREENS,
  async ({ page }) => {
    for (const path of ['/login?error=access_denied', '/signup']) {
      await page.goto(path)
      await page.getByRole('main').locator('form').getByRole('button').first().click()
      await expect(page.getByText(signIn.emailRequired)).toBeVisible()
      await expectAccessible(page)
    }
  },
)

async function expectRedUnderTheForm(page: Page) {
  const [red = 0, green = 0, blue = 0] = await problem(page).evaluate((element) => {
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    pen.fillStyle = getComputedStyle(element).color
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
  const form = await page.getByRole('main').locator('form').boundingBox()
  const sentence = await problem(page).boundingBox()
  expect(sentence?.y).toBeGreaterThanOrEqual((form?.y ?? Infinity) + (form?.height ?? 0))
}
