import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, hold, ONLY_SCREENS, SIZES, test } from './fixtures.ts'
import { placeNewOrder } from './orders.ts'
import {
  accountName,
  arrivedAt,
  endingAt,
  identityRequests,
  logIn,
  payloadOf,
  storedToken,
} from './sign-in.ts'

const { navigation, dashboard } = texts
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const signOut = (page: Page) => page.getByRole('button', { name: navigation.signOut })

test('public pages make no session call while nobody is signed in', ONLY_SCREENS, async ({ page, watch }) => {
  watch.allow(/404 \(Not Found\)/)
  const asked = identityRequests(page)
  for (const path of ['/', '/home', '/blog', '/extra', '/portfolio', '/login', '/signup', '/no/such/page']) {
    await page.goto(path)
    await page.getByRole('button', { name: /theme/i }).click()
  }
  await page.goto('/')
  for (const name of [navigation.blog, navigation.subscribe, navigation.portfolio, navigation.login]) {
    await menu(page).getByRole('link', { name }).click()
    await expect(menu(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  expect(asked).toEqual([])
})

for (const [kind, dead, proof] of [
  ['an expired token', (token: string) => endingAt(token, secondsFromNow(-60)), ''],
  ['a token that is none', () => 'garbage', ' @proof'],
] as const)
  test(`${kind} without a session leads to the login page and is forgotten${proof}`, async ({
    page,
    shop,
    signInAs,
    watch,
  }) => {
    watch.allow(/401 \(Unauthorized\)/)
    const person = await shop.signUp()
    await signInAs({ ...person, token: dead(person.token), cookies: [] })
    await page.goto('/dashboard/order')
    await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Forder`)
    await expect(menu(page).getByRole('link', { name: navigation.login })).toBeVisible()
    await expect(signOut(page)).toBeHidden()
    expect(await storedToken(page)).toBeNull()
    await arrivedAt(page, navigation.login)
    await logIn(page, person)
    await expect(page.getByRole('heading', { level: 1, name: dashboard.myOrder })).toBeVisible()
  })

test('a dead token is noticed on a public page too @proof', async ({ page, shop, signInAs, watch }) => {
  watch.allow(/401 \(Unauthorized\)/)
  const person = await shop.signUp()
  await signInAs({ ...person, token: endingAt(person.token, secondsFromNow(-60)), cookies: [] })
  await page.goto('/blog')
  await expect(menu(page).getByRole('link', { name: navigation.login })).toBeVisible()
  await expect(signOut(page)).toBeHidden()
  await expect(page).toHaveURL(`${shop.origin}/blog`)
})

for (const [kind, left, proof] of [
  ['expired', -60, ''],
  ['about to expire', 30, ' @proof'],
] as const)
  test(`a token that is ${kind} is renewed once and silently while the session lives${proof}`, async ({
    page,
    shop,
    signInAs,
  }) => {
    const person = await shop.signUp('Long Stayer')
    const old = endingAt(person.token, secondsFromNow(left))
    await signInAs({ ...person, token: old })
    const asked = identityRequests(page)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.goto('/dashboard/order')
    await expect(page.getByRole('heading', { level: 1, name: dashboard.myOrder })).toBeVisible()
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
    await expect(accountName(page)).toHaveText('Long Stayer')
    expect([...new Set(visited)]).toEqual(['/dashboard/order'])
    expect(asked).toEqual(['GET /api/auth/token'])
    const renewed = await storedToken(page)
    expect(renewed).not.toBe(old)
    expect(payloadOf(renewed).exp).toBeGreaterThan(secondsFromNow(10 * 60))
  })

test('signing out in one tab signs out the others, signing in in one shows in the others', async ({
  context,
  shop,
  signInAs,
}) => {
  const person = await shop.signUp('Many Tabs')
  const [leaving, guarded, open] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await signInAs(person)
  await leaving.goto('/')
  await guarded.goto('/dashboard/addReview')
  await open.goto('/blog')
  await expect(guarded.getByRole('heading', { level: 1, name: dashboard.addReview })).toBeVisible()
  await expect(accountName(open)).toHaveText('Many Tabs')

  await guarded.getByLabel('Description').fill('Half of a review')

  await signOut(leaving).click()
  await expect(leaving, 'a public page stays').toHaveURL(`${shop.origin}/`)
  await expect(guarded).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2FaddReview`)
  await expect(open).toHaveURL(`${shop.origin}/blog`)
  await expect(menu(open).getByRole('link', { name: navigation.login })).toBeVisible()
  await expect(signOut(open)).toBeHidden()

  await arrivedAt(guarded, navigation.login)
  await logIn(guarded, await shop.signUp('Somebody Else'))
  await expect(guarded).toHaveURL(`${shop.origin}/dashboard/addReview`)
  await expect(guarded.getByLabel('Description')).toHaveValue('')
  await signOut(leaving).click()
  await arrivedAt(guarded, navigation.login)
  await logIn(guarded, person)
  await expect(guarded).toHaveURL(`${shop.origin}/dashboard/addReview`)
  await expect(guarded.getByLabel('Description'), 'for the same person only').toHaveValue('Half of a review')
  await expect(accountName(open)).toHaveText('Many Tabs')
  await expect(menu(open).getByRole('link', { name: navigation.dashboard })).toBeVisible()
  await expect(menu(leaving).getByRole('link', { name: navigation.dashboard })).toBeVisible()
  await expect(leaving, 'a public page stays').toHaveURL(`${shop.origin}/`)
})

test('when somebody else signs in in another tab, nothing of the first person stays in sight', async ({
  context,
  shop,
  signInAs,
}) => {
  const first = await shop.signUp('First Person')
  const second = await shop.signUp('Second Person')
  const { product } = await placeNewOrder(shop, first)
  const [orders, other] = [await context.newPage(), await context.newPage()]
  await signInAs(first)
  await orders.goto('/dashboard/order')
  await other.goto('/login')
  const ordered = orders.getByRole('main').getByText(product).first()
  await expect(ordered).toBeVisible()

  const release = await hold(orders, '**/api/myitem*')
  const asking = orders.waitForRequest('**/api/myitem*')
  await logIn(other, second)
  await expect(accountName(orders)).toHaveText('Second Person')
  await asking
  await expect(ordered).toBeHidden()
  release()
  await expect(orders.getByText('You have not ordered anything yet.')).toBeVisible()
})

test('a renewal that is under way does not undo a sign-out @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/401 \(Unauthorized\)/)
  const person = await shop.signUp()
  await signInAs({ ...person, token: endingAt(person.token, secondsFromNow(30)) })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/api/auth/token', async (route) => {
    const answer = await route.fetch()
    await gate
    await route.fulfill({ response: answer })
  })
  const renewing = page.waitForRequest('**/api/auth/token')
  await page.goto('/dashboard/order')
  await renewing
  await signOut(page).click()
  await expect(page).toHaveURL(`${shop.origin}/login`)
  const renewed = page.waitForResponse('**/api/auth/token')
  open()
  await (await renewed).finished()
  await expect(menu(page).getByRole('link', { name: navigation.login })).toBeVisible()
  await page.reload()
  await expect(menu(page).getByRole('link', { name: navigation.login })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('signing out works here even when the identity service cannot be reached @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await page.setViewportSize(SIZES.phone)
  await signInAs(await shop.signUp())
  await page.goto('/dashboard')
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: navigation.signOut }).click()
  await expect(page).toHaveURL(`${shop.origin}/login`)
  expect(await storedToken(page)).toBeNull()
})

test('Sign Out waits for nobody, and the next sign-in waits for its end, in another tab too @proof', async ({
  page,
  context,
  shop,
  buyer,
}) => {
  const next = await shop.signUp('Next Person')
  await page.goto('/dashboard')
  await expect(accountName(page)).toHaveText(buyer.name)
  const release = await hold(page, '**/api/auth/sign-out')
  const ending = page.waitForRequest('**/api/auth/sign-out')
  await signOut(page).click()
  await expect(page).toHaveURL(`${shop.origin}/login`)
  await expect(signOut(page)).toBeHidden()
  expect(await storedToken(page)).toBeNull()
  await ending

  const other = await context.newPage()
  await other.goto('/login')
  const asked = identityRequests(other)
  await logIn(other, next)
  await expect(other.getByRole('button', { name: navigation.login })).toHaveAttribute('aria-busy', 'true')
  expect(asked).toEqual([])
  release()
  await expect(accountName(other)).toHaveText('Next Person')
  await expect(accountName(page)).toHaveText('Next Person')
  expect((await other.request.get('/api/auth/token')).status()).toBe(200)
})

test('a sign-out that did not arrive is made up for, and its cookie signs nobody in @proof', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/ERR_FAILED|401 \(Unauthorized\)/)
  await page.goto('/')
  await expect(accountName(page)).toHaveText(buyer.name)
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await signOut(page).click()
  await expect(page).toHaveURL(`${shop.origin}/login`)
  expect((await page.request.get('/api/auth/token')).status(), 'the cookie is still there').toBe(200)

  await page.goto('/login?google=done&from=%2Fdashboard')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('was not completed')
  expect(await storedToken(page)).toBeNull()
  await logIn(page, buyer)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('cannot be reached')

  await page.unroute('**/api/auth/sign-out')
  const ended = page.waitForResponse('**/api/auth/sign-out')
  await page.goto('/blog')
  await (await ended).finished()
  expect((await page.request.get('/api/auth/token')).status()).toBe(401)
})

test('while the identity service is away nobody is signed out: a sentence and a Retry', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const person = await shop.signUp()
  await signInAs({ ...person, token: endingAt(person.token, secondsFromNow(-60)) })
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.goto('/dashboard/order')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'We couldn’t check whether you are signed in',
  )
  await expect(page).toHaveURL(`${shop.origin}/dashboard/order`)
  await page.unroute('**/api/auth/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
})

test('a clock that is an hour wrong neither signs out nor asks for tokens without end @proof', async ({
  page,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signUp())
  const asked = identityRequests(page)
  await page.clock.setSystemTime(Date.now() + 60 * 60 * 1000)
  await page.goto('/dashboard/order')
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  await page.getByRole('link', { name: dashboard.myReview }).click()
  await expect(page.getByText('You have not written a review yet.')).toBeVisible()
  expect(asked).toEqual(['GET /api/auth/token'])
})

test('where the browser keeps nothing, public pages work and a sign-in says what is wrong @proof', async ({
  page,
  shop,
}) => {
  const person = await shop.signUp()
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  await page.goto('/')
  await menu(page).getByRole('link', { name: navigation.login }).click()
  await arrivedAt(page, navigation.login)
  await logIn(page, person)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Allow site data')
})

test('signing out while the login page is still about to lead on ends there', async ({ page, shop }) => {
  const person = await shop.signUp()
  await page.goto('/login')
  const release = await hold(page, '**/api/admin/*')
  await logIn(page, person)
  await signOut(page).click()
  await expect.poll(() => storedToken(page)).toBeNull()
  release()
  await expect(page.getByRole('button', { name: navigation.login, exact: true })).toHaveAttribute(
    'aria-busy',
    'false',
  )
  await expect(page).toHaveURL(`${shop.origin}/login`)
})
