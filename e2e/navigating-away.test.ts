import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, hold, ONLY_SCREENS, test } from './fixtures.ts'
import { addProduct, fillOrder } from './orders.ts'
import { accountName, logIn, storedToken } from './sign-in.ts'

const { navigation } = texts
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function goToBlog(page: Page) {
  await menu(page).getByRole('link', { name: navigation.blog }).click()
  await expect(title(page, navigation.blog)).toBeVisible()
}

/** What follows an answer has begun by now: something asked for later has been answered. */
async function settled(page: Page, answered: Promise<{ finished(): Promise<unknown> }>) {
  await (await answered).finished()
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}

/** What a navigation asks for from now on: the data of a page, or its script. */
function navigationRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(data|js)$/.test(pathname)) seen.push(pathname)
  })
  return seen
}

test('an address typed while the sign-in is being recorded: the person is signed in there @proof', async ({
  page,
  shop,
}) => {
  const person = await shop.signUp('Quick Typist')
  await page.goto('/login')
  const release = await hold(page, '**/api/user/*')
  const recording = page.waitForRequest('**/api/user/*')
  await logIn(page, person)
  await recording
  await page.goto('/dashboard/order')
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  await expect(accountName(page)).toHaveText('Quick Typist')
  expect(await storedToken(page)).not.toBeNull()
  expect((await page.request.get('/api/auth/token')).status()).toBe(200)
  release()
})

const signIns = {
  login: async (page: Page, email: string) => {
    await page.goto('/login')
    await logIn(page, { email, password: 'secret1' })
  },
  signup: async (page: Page) => {
    await page.goto('/signup')
    await page.getByLabel('Name').fill('Goes Elsewhere')
    await page.getByLabel('Email').fill('goes.elsewhere@example.com')
    await page.getByLabel('Password').fill('secret1')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  },
  'return from Google': async (page: Page) => {
    await page.goto('/login')
    await page.getByRole('button', { name: texts.signIn.google }).click()
    await page.getByLabel('Email address', { exact: true }).fill('elsewhere.google@example.com')
    await page.getByLabel('Name', { exact: true }).fill('Goes Elsewhere')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  },
}

for (const [way, signIn] of Object.entries(signIns))
  test(
    `${way}: whoever goes elsewhere before the answer is signed in and stays there`,
    ONLY_SCREENS,
    async ({ page, shop }) => {
      const { email } = await shop.signUp('Goes Elsewhere')
      const release = await hold(page, '**/api/user/*')
      const recording = page.waitForRequest('**/api/user/*')
      await signIn(page, email)
      await recording
      await goToBlog(page)
      const asked = navigationRequests(page)
      const recorded = page.waitForResponse('**/api/user/*')
      release()
      await settled(page, recorded)
      expect(asked).toEqual([])
      await expect(page).toHaveURL(`${shop.origin}/blog`)
      await expect(accountName(page)).toHaveText('Goes Elsewhere')
    },
  )

test('a sign-in that is answered while the next page is on its way does not cancel that @proof', async ({
  page,
  shop,
}) => {
  const person = await shop.signUp()
  await page.goto('/login')
  const [release, showBlog] = [await hold(page, '**/api/user/*'), await hold(page, '**/assets/blog-*.js')]
  const recording = page.waitForRequest('**/api/user/*')
  await logIn(page, person)
  await recording
  await menu(page).getByRole('link', { name: navigation.blog }).click()
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached()
  const asked = navigationRequests(page)
  const recorded = page.waitForResponse('**/api/user/*')
  release()
  await settled(page, recorded)
  expect(asked).not.toContain('/_.data')
  showBlog()
  await expect(title(page, navigation.blog)).toBeVisible()
})

test('a sign-out that is answered late pulls nobody back to the login page @proof', async ({
  page,
  shop,
  buyer,
}) => {
  await page.goto('/')
  await expect(accountName(page)).toHaveText(buyer.name)
  const release = await hold(page, '**/api/auth/sign-out')
  await page.getByRole('button', { name: navigation.signOut }).click()
  await expect(menu(page).getByRole('link', { name: navigation.login })).toBeVisible()
  await goToBlog(page)
  const asked = navigationRequests(page)
  const answered = page.waitForResponse('**/api/auth/sign-out')
  release()
  await settled(page, answered)
  expect(asked).toEqual([])
  await expect(page).toHaveURL(`${shop.origin}/blog`)
})

test('a review that is saved late says so wherever its writer is by then @proof', async ({
  page,
  shop,
  buyer,
}) => {
  await page.goto('/dashboard/addReview')
  await expect(accountName(page)).toHaveText(buyer.name)
  await page.getByLabel('Description').fill('Saved while I read the blog')
  const release = await hold(page, '**/api/ratings')
  const sending = page.waitForRequest('**/api/ratings')
  await page.getByRole('button', { name: 'Send review' }).click()
  await sending
  await goToBlog(page)
  const asked = navigationRequests(page)
  const saved = page.waitForResponse('**/api/ratings')
  release()
  await settled(page, saved)
  expect(asked).toEqual([])
  await expect(page.getByRole('status').getByText('Thank you for your review')).toBeVisible()
  await expect(page).toHaveURL(`${shop.origin}/blog`)
})

test('an order that is placed late says so wherever the buyer is by then @proof', async ({
  page,
  shop,
  buyer,
}) => {
  const { _id, name } = await addProduct(shop)
  await page.goto(`/product/${_id}`)
  await expect(accountName(page)).toHaveText(buyer.name)
  await fillOrder(page, 100)
  const release = await hold(page, '**/api/bookings')
  const sending = page.waitForRequest('**/api/bookings')
  await page.getByRole('button', { name: texts.booking.purchase }).click()
  await sending
  await goToBlog(page)
  const asked = navigationRequests(page)
  const placed = page.waitForResponse('**/api/bookings')
  release()
  await settled(page, placed)
  expect(asked).toEqual([])
  await expect(page.getByText(texts.booking.placed(name))).toBeVisible()
  await expect(page).toHaveURL(`${shop.origin}/blog`)
})
