import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, holdScripts, ONLY_SCREENS, SIZES, test, touch } from './fixtures.ts'
import { accountName, arrivedAt, identityRequests, logIn, payloadOf, storedToken } from './sign-in.ts'

const { signIn, navigation, dashboard } = texts
const signUpButton = (page: Page) => page.getByRole('button', { name: 'Sign up', exact: true })
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
  await expect(page).toHaveURL(`${shop.origin}/login`)
  await expect(page.getByRole('button', { name: navigation.signOut })).toBeHidden()
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

test('a protected page leads through the login page back to itself, by a spinner and without a flash', async ({
  page,
  shop,
}) => {
  const person = await shop.signUp()
  await recordMain(page)
  const release = await holdScripts(page)
  await page.goto('/dashboard/order?sort=new', { waitUntil: 'commit' })
  // The one for those who are signed in is hidden by the styles.
  await expect(page.getByRole('main').getByRole('status')).toHaveText(['Loading'])
  release()
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Forder%3Fsort%3Dnew`)
  await expect(page.getByRole('heading', { level: 1, name: navigation.login })).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen[0]).toBe('Loading')
  expect(seen.filter((text) => text.includes(dashboard.myOrder) || text.includes(dashboard.profile))).toEqual(
    [],
  )

  await arrivedAt(page, navigation.login)
  await logIn(page, person)
  await expect(page).toHaveURL(`${shop.origin}/dashboard/order?sort=new`)
  await expect(page.getByRole('heading', { level: 1, name: dashboard.myOrder })).toBeVisible()
  await page.goBack()
  expect(page.url(), 'the login page is not in the way back').not.toContain('/login')
})

test('the way back survives the change from login to signup and back @proof', async ({ page, shop }) => {
  await page.setViewportSize(SIZES.phone)
  const { json: products } = await shop.call('GET', '/api/products')
  const { _id, name } = products[0]
  await page.goto(`/product/${_id}`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`${shop.origin}/signup?from=%2Fproduct%2F${_id}`)
  await page.getByRole('main').getByRole('link', { name: navigation.login }).click()
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fproduct%2F${_id}`)
  await page.reload()
  await touch(page)
  const toSignUp = page.getByRole('link', { name: 'Create an account' })
  await expect(toSignUp).toHaveAttribute('href', `/signup?from=%2Fproduct%2F${_id}`)
  await toSignUp.click()
  await arrivedAt(page, 'Sign up')
  await expect(page.getByText(`Sign up to order ${name}`)).toBeVisible()
  await page.getByLabel('Name').fill('Way Back')
  await page.getByLabel('Email').fill('way.back@example.com')
  await page.getByLabel('Password').fill('secret1')
  await signUpButton(page).click()
  await expect(page).toHaveURL(`${shop.origin}/product/${_id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByTitle('Signed in')).toHaveText('Way Back')
  await page.getByRole('dialog').getByRole('button', { name: navigation.signOut }).click()
  await expect(page).toHaveURL(`${shop.origin}/login`)
})

test('the product that is to be ordered has its room from the first paint; what does not exist shows nothing @proof', async ({
  page,
  shop,
  watch,
}) => {
  const [{ _id, name }] = (await shop.call('GET', '/api/products?limit=1')).json
  const field = page.getByLabel('Email')
  const release = await holdScripts(page)
  await page.goto(`/login?from=%2Fproduct%2F${_id}%3Funits%3D200`, { waitUntil: 'commit' })
  const before = await field.boundingBox()
  release()
  await expect(page.getByText(`Log in to order ${name}`)).toBeVisible()
  expect(await field.boundingBox()).toEqual(before)

  watch.allow(/status of 404/)
  const missing = page.waitForResponse('**/api/product/*')
  await page.goto(`/login?from=%2Fproduct%2F${crypto.randomUUID()}`)
  await missing
  await page.goto('/login')
  const plain = await field.boundingBox()
  await page.goBack()
  await expect.poll(() => field.boundingBox()).toEqual(plain)
})

test('a sign-in never leads away from the shop', async ({ page, shop }) => {
  const person = await shop.signUp()
  await page.goto(`/login?from=${encodeURIComponent('//evil.example/x')}`)
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup')
  await logIn(page, person)
  await expect(page).toHaveURL(`${shop.origin}/`)
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

test('signing in and out needs no pointer @proof', async ({ page, shop }) => {
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

/** Writes down whatever the page's main part shows, however short. */
async function recordMain(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const record = () => {
      const styles = document.querySelectorAll('link[rel=stylesheet]').length
      if (styles === 0 || document.styleSheets.length < styles) return
      const text = document.querySelector('main')?.innerText
      if (text && text !== seen.at(-1)) seen.push(text)
    }
    new MutationObserver(record).observe(document, { childList: true, subtree: true, characterData: true })
    document.addEventListener('load', record, { capture: true })
  })
}
