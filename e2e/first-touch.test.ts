import type { Page } from 'playwright/test'
import { expect, holdScripts, SIZES, test, untilInteractive } from './fixtures.ts'

/** As a visitor comes: nothing is touched, and nothing of the app is asked for. */
async function read(page: Page, address: string) {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
}

test('a link works as a link before the app is there @proof @firefox', async ({ page }) => {
  await holdScripts(page)
  await read(page, '/')
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await expect(page).toHaveURL(/\/blog$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a click is kept until the app is there @firefox', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  const release = await holdScripts(page)
  await read(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  release()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a click that comes alone, from a script or assistive technology, starts the app and is kept @proof', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.phone)
  await read(page, '/')
  await page.evaluate(() => document.querySelector<HTMLElement>('[aria-haspopup=dialog]')?.click())
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('what is typed and submitted before the app is there arrives once', async ({ page, shop }) => {
  const release = await holdScripts(page)
  await read(page, '/login')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/email')) sent.push(request.postData() ?? '')
  })
  await page.getByLabel('Email').fill(shop.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  release()
  await expect(page).not.toHaveURL(/\/login/)
  expect(sent.map((body) => JSON.parse(body))).toEqual([
    { email: shop.admin.email, password: shop.admin.password },
  ])
})

test('focus and what is being typed stay when the app arrives @proof @firefox', async ({ page }) => {
  const release = await holdScripts(page)
  await read(page, '/signup')
  const field = page.getByLabel('Email')
  await field.focus()
  await page.keyboard.type('somebody@')
  release()
  await untilInteractive(page)
  await page.keyboard.type('example.com')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('somebody@example.com')
})

test('a search is sent without the app @proof @firefox', async ({ page }) => {
  await holdScripts(page)
  await read(page, '/')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('hammer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/catalogue\?q=hammer/)
})

test('who stays on a page after all is told of its missing scripts by the first button that needs them @proof @firefox', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|[Ll]oading (module|dynamically)/)
  await page.setViewportSize(SIZES.phone)
  // Firefox gives them up by itself when another page is asked for.
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await isAsked
    await route.abort()
  })
  await page.route('**/catalogue', (route) => {
    ask()
    return route.fulfill({ status: 204 })
  })
  await read(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Search products' }).click()
  await page.locator('html[data-app=incomplete]').waitFor({ state: 'attached' })
  const notice = page.getByText('This page did not load completely.')
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(notice).toBeVisible()
})

test('the theme is switched without the app @proof @firefox', async ({ page }) => {
  await holdScripts(page)
  await read(page, '/')
  const before = await page.locator('html').getAttribute('data-theme')
  await page.locator('[data-switch-theme]').click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '')
})

test('a filter that is chosen before the app is there is applied by it @proof @firefox', async ({ page }) => {
  const release = await holdScripts(page)
  await read(page, '/catalogue')
  await page.getByLabel('Sort by').selectOption('price-asc')
  release()
  await expect(page).toHaveURL(/sort=price-asc/)
})

test('a wheel, a key, a touch and a pointer each start the app @proof', async ({ context }) => {
  const touches: ((page: Page) => Promise<unknown>)[] = [
    (page) => page.mouse.wheel(0, 100),
    (page) => page.keyboard.press('Tab'),
    (page) => page.evaluate(() => document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))),
    (page) => page.mouse.move(200, 200),
  ]
  for (const touch of touches) {
    const page = await context.newPage()
    await read(page, '/blog')
    await touch(page)
    await untilInteractive(page)
  }
})

test('who is signed in need not touch anything: the frame shows their name @proof', async ({
  page,
  buyer,
}) => {
  await page.goto('/', { waitUntil: 'load' })
  await expect(page.getByText(buyer.name).first()).toBeVisible()
})

test('signing in elsewhere starts the app of a page that was only read @proof', async ({
  page,
  context,
  shop,
}) => {
  await read(page, '/')
  const person = await shop.signUp('Second Tab')
  const other = await context.newPage()
  await other.goto('/blog')
  await other.evaluate((token) => localStorage.setItem('accessToken', token), person.token)
  await expect(page.getByText('Second Tab').first()).toBeVisible()
})

test('a page that needs somebody signed in leads to the login page without a touch @proof', async ({
  page,
}) => {
  await page.goto('/dashboard/order', { waitUntil: 'load' })
  await expect(page).toHaveURL(/\/login/)
})
