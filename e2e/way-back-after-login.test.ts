import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expect, holdScripts, SIZES, test, touch } from './fixtures.ts'
import { arrivedAt, logIn, signUpButton } from './sign-in.ts'

const { navigation, dashboard } = texts

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

test('a login page that a protected address with a hash leads to is not in the way back @proof', async ({
  page,
  shop,
}) => {
  await page.goto('/blog')
  await page.goto('/dashboard/order#main')
  await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fdashboard%2Forder`)
  await page.goBack()
  await expect(page).toHaveURL(`${shop.origin}/blog`)
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
