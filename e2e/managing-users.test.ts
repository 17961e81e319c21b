import type { Dialog, Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, hold, ONLY_SCREENS, type Person, type Shop, SIZES, test } from './fixtures.ts'
import { accountName, arrivedAt, logIn, storedToken } from './sign-in.ts'

const { dashboard, navigation } = texts
const REMOVED = 'This account was removed'
const forEverybody = ['dashboard', 'profile', 'myReview', 'addReview', 'myOrder'] as const
const forAdmins = ['manageOrder', 'makeAdmin', 'addProduct', 'manageProduct'] as const
const labels = (keys: readonly (keyof typeof dashboard)[]) => keys.map((key) => dashboard[key])

const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const row = (page: Page, { email }: Person) => page.getByRole('row').filter({ hasText: email })
const promote = (page: Page, person: Person) =>
  row(page, person).getByRole('button', { name: /^make admin/i })
const remove = (page: Page, person: Person) => row(page, person).getByRole('button', { name: /^remove/i })

/** A further admin, promoted by the first. */
async function newAdmin(shop: Shop, name: string): Promise<Person> {
  const [person, { token }] = [await shop.signUp(name), await shop.signInAdmin()]
  await shop.call('PUT', `/api/user/admin/${person.email}`, { token, body: {} })
  return person
}

async function removeByCall(shop: Shop, { email }: Person) {
  const { token } = await shop.signInAdmin()
  const { json: users } = await shop.call('GET', '/api/user', { token })
  const { _id } = users.find((user: { email: string }) => user.email === email)
  await shop.call('DELETE', `/api/users/${_id}`, { token })
}

test('an admin makes a customer an admin, whose next call is allowed', async ({
  page,
  shop,
  signInAs,
  elsewhere,
}) => {
  const customer = await shop.signUp('Soon Admin')
  const his = await elsewhere(customer)
  await his.goto('/dashboard')
  await expect(his.getByRole('heading', { name: dashboard.welcome })).toBeVisible()
  await expect(menu(his).getByRole('link')).toHaveText(labels(forEverybody))
  expect((await shop.call('GET', '/api/user', { token: customer.token })).status).toBe(403)

  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: dashboard.makeAdmin }).click()
  await expect(page).toHaveURL(`${shop.origin}/dashboard/users`)
  await promote(page, customer).click()
  await expect(page.getByText(texts.admin.made, { exact: true })).toBeVisible()
  await expect(row(page, customer)).toContainText('admin')
  await expect(promote(page, customer)).toHaveCount(0)

  expect((await shop.call('GET', '/api/user', { token: customer.token })).status).toBe(200)
  await his.reload()
  await expect(menu(his).getByRole('link')).toHaveText(labels([...forEverybody, ...forAdmins]))
  await menu(his).getByRole('link', { name: dashboard.makeAdmin }).click()
  await expect(row(his, customer)).toBeVisible()
})

test('a promotion that the server refuses says so, and promotes nobody @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/403 \(Forbidden\)/)
  await page.setViewportSize(SIZES.phone)
  const [admin, customer] = [await newAdmin(shop, 'Former Admin'), await shop.signUp()]
  await signInAs(admin)
  await page.goto('/dashboard/users')
  await expect(promote(page, customer)).toBeVisible()
  await removeByCall(shop, admin)
  await promote(page, customer).click()
  await expect(page.getByText(texts.admin.failed, { exact: true })).toBeVisible()
  expect((await shop.call('GET', '/api/user', { token: customer.token })).status).toBe(403)
})

test('among many users one is found as their name is typed, and promoted there @proof @firefox', async ({
  page,
  shop,
  signInAs,
}) => {
  const [customer, other] = [await shop.signUp('Needle Customer'), await shop.signUp('Haystack Customer')]
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/users')
  const search = page.getByRole('searchbox', { name: 'Search these users' })
  await search.fill('NEEDLE')
  await expect(page.getByText('1 user for “needle”')).toBeVisible()
  await expect(row(page, other)).toHaveCount(0)
  await promote(page, customer).click()
  await expect(row(page, customer)).toContainText('admin')
  await search.fill('nobody of this name')
  await page.getByRole('link', { name: 'Show all users' }).click()
  await expect(search).toHaveValue('')
  await expect(row(page, other)).toBeVisible()
})

test('removing a user asks first; nobody is asked to remove themselves', async ({ page, shop, signInAs }) => {
  const [admin, customer] = [await newAdmin(shop, 'Careful Admin'), await shop.signUp('Leaving Customer')]
  await signInAs(admin)
  await page.goto('/dashboard/users')
  const questions: string[] = []
  const answer = (choice: 'accept' | 'dismiss') =>
    page.once('dialog', (dialog: Dialog) => {
      questions.push(dialog.message())
      void dialog[choice]()
    })

  answer('dismiss')
  await remove(page, customer).click()
  expect(questions).toEqual([texts.confirmDelete])
  await page.reload()
  await expect(row(page, customer)).toBeVisible()

  answer('accept')
  await remove(page, customer).click()
  await expect(page.getByText('User removed', { exact: true })).toBeVisible()
  await expect(row(page, customer)).toHaveCount(0)

  await expect(row(page, admin).getByText('You', { exact: true })).toBeVisible()
  await expect(remove(page, admin)).toHaveCount(0)
  expect(questions).toEqual(Array(2).fill(texts.confirmDelete))
})

test('a removed user is told so at the next action and at every later sign-in', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/40[13] \((Forbidden|Unauthorized)\)/)
  const customer = await shop.signUp('Removed Customer')
  await signInAs(customer)
  await page.goto('/dashboard/order')
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  await removeByCall(shop, customer)

  await menu(page).getByRole('link', { name: dashboard.myReview }).click()
  await expect(page.getByText(REMOVED)).toBeVisible()
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2FmyReview`)
  expect(await storedToken(page)).toBeNull()
  await expect.poll(async () => (await page.request.get('/api/auth/token')).status()).toBe(401)

  await page.reload()
  await logIn(page, customer)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(REMOVED)
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByRole('button', { name: navigation.signOut })).toBeHidden()
  await expect.poll(async () => (await page.request.get('/api/auth/token')).status()).toBe(401)
})

test('a removed user who is about to save something is told why it is not saved @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/403 \(Forbidden\)/)
  await page.setViewportSize(SIZES.phone)
  const customer = await shop.signUp()
  await signInAs(customer)
  await page.goto('/dashboard/addReview')
  const description = page.getByLabel('Description')
  await description.fill('Too late')
  await removeByCall(shop, customer)
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText(REMOVED).first()).toBeVisible()
  await expect(description).toHaveValue('Too late')
})

test('no admin on the users page: sent to the login page, told why, still signed in, no loop', async ({
  page,
  shop,
  signInAs,
}) => {
  await page.setViewportSize(SIZES.phone)
  const customer = await shop.signUp('Plain Customer')
  await signInAs(customer)
  const listed: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user') listed.push(request.url())
  })
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Fusers`)
  const reason = page.getByRole('main').getByRole('status')
  await expect(reason).toHaveText(/^Admins only/)
  await expect(page.getByRole('heading', { level: 1, name: navigation.login })).toBeVisible()
  const form = await page.getByRole('main').locator('form').boundingBox()
  expect((await reason.boundingBox())?.y, 'above the form').toBeLessThan(form?.y ?? 0)
  expect(await storedToken(page)).toBe(customer.token)
  expect(listed).toEqual([])

  await page.reload()
  await expect(reason).toHaveText(/^Admins only/)
  const checked = page.waitForResponse('**/api/admin/*')
  await logIn(page, customer)
  await checked
  await expect(reason).toHaveText(/^Admins only/)
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Fusers`)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: dashboard.welcome })).toBeVisible()

  await page.goto('/dashboard/users')
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Fusers`)
  await arrivedAt(page, navigation.login)
  await logIn(page, shop.admin)
  await expect(page).toHaveURL(`${shop.origin}/dashboard/users`)
  await expect(row(page, customer)).toBeVisible()
})

test(
  'no admin on the users page: one way to the login page, also over a slow network',
  ONLY_SCREENS,
  async ({ page, context, buyer }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/login.data') asked.push(pathname)
    })
    await page.goto('/')
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    const release = await hold(page, '**/login.data*')
    const leaving = page.waitForRequest('**/login.data*')
    await page.goto('/dashboard/users')
    await leaving
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
    release()
    await expect(page.getByRole('heading', { level: 1, name: navigation.login })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Admins only/)
    expect(asked).toEqual(['/login.data'])
    expect(await storedToken(page)).toBe(buyer.token)
  },
)

test('the other admin pages show their shell to any customer and say that they need an admin @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/403 \(Forbidden\)/)
  await signInAs(await shop.signUp('Curious Customer'))
  for (const [path, title] of [
    ['/dashboard/myOrder', dashboard.manageOrder],
    ['/dashboard/addProduct', dashboard.addProduct],
    ['/dashboard/manageProduct', dashboard.manageProduct],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/^Admins only/)
        .first(),
    ).toBeVisible()
    await expect(page).toHaveURL(shop.origin + path)
    await expect(accountName(page)).toHaveText('Curious Customer')
    await expect(menu(page).getByRole('link')).toHaveText(labels(forEverybody))
  }
})
