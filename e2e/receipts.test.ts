import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { CARDS, completed, payBy } from './card.ts'
import { expect, loading, ONLY_SCREENS, SIZES, touch } from './fixtures.ts'
import { linkIn, mailsTo, mailTo } from './mailbox.ts'
import { addProduct, fillOrder, ordersOf, placeNewOrder, rowOf, shipOrder, test } from './orders.ts'
import { identityRequests } from './sign-in.ts'

const notice = (page: Page) => page.getByText('Confirm your email to get receipts', { exact: true })
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm my email' })

for (const [size, viewport] of Object.entries(SIZES))
  test(`on a ${size} the notice takes one line, its button included`, async ({ page, order }) => {
    await page.setViewportSize(viewport)
    for (const address of ['/dashboard/order', `/dashboard/payment/${order._id}`]) {
      await page.goto(address)
      // Not in the outline of the page, which goes when the page has loaded.
      const text = notice(page).and(page.locator(':not([inert] *)'))
      await expect(text).toBeVisible()
      await expect(loading(page)).toHaveCount(0)
      const button = page.getByRole('button', { name: 'Send the link' })
      const [written, offered] = [await text.boundingBox(), await button.boundingBox()]
      if (!written || !offered) throw new Error('not shown')
      expect(written.height).toBeLessThan(30)
      expect(Math.abs(written.y + written.height / 2 - offered.y - offered.height / 2)).toBeLessThan(8)
      expect((await notice(page).locator('..').boundingBox())?.height).toBeLessThan(30)
    }
  })

test('a confirmation link that is opened again says that the email is confirmed', async ({
  page,
  shop,
  buyer,
  watch,
}) => {
  watch.allow(/400 \(Bad Request\)/)
  const link = linkIn(await mailTo(shop, buyer.email, /^Confirm your email for /), '/verify-email')
  for (const _ of ['first', 'second']) {
    await page.goto(link)
    await confirmButton(page).click()
    await expect(page.getByText('Your email is confirmed')).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await page.goto('/')
  }
})

test('sign up, confirm, order, pay, ship: each is told by mail, and each link leads on @firefox', async ({
  page,
  shop,
}) => {
  const product = await addProduct(shop)
  const email = 'receipts@example.com'
  await page.goto('/signup?from=%2Fdashboard%2Forder')
  await page.getByLabel('Name').fill('Rita Receipts')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('secret1')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(notice(page)).toBeVisible()

  const confirmation = await mailTo(shop, email, /^Confirm your email for /)
  const asked = identityRequests(page)
  await page.goto(linkIn(confirmation, '/verify-email'))
  await expect(page).toHaveURL(`${shop.origin}/verify-email`)
  await page.reload()
  await touch(page)
  await expect(confirmButton(page)).toBeVisible()
  expect(asked, 'opening the link does nothing').toEqual([])
  await confirmButton(page).click()
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.dashboard.myOrder }).click()
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  await expect(notice(page)).toBeHidden()

  await page.goto(`/product/${product._id}`)
  await fillOrder(page, 101)
  await page.getByRole('button', { name: texts.booking.purchase }).click()
  await expect(rowOf(page, product.name)).toBeVisible()
  const received = await mailTo(shop, email, /^Order received: /)
  expect(received.subject).toBe(`Order received: 101 × ${product.name}`)
  expect(received.text).toContain('$1,247.35')

  await page.goto(linkIn(received, '/dashboard/payment/'))
  await payBy(page, CARDS.pays)
  await expect(completed(page)).toBeVisible()
  const paid = await mailTo(shop, email, /^Paid: /)
  await page.goto(linkIn(paid, '/dashboard/order/'))
  await expect(page.getByRole('main').getByText(texts.booking.processing, { exact: true })).toBeVisible()
  const told = await mailTo(shop, shop.admin.email, new RegExp(`^New paid order: .*${product.name}`))
  expect(told.text).toContain(product.name)

  const { token } = await shop.signInAdmin()
  const { json: all } = await shop.call('GET', '/api/bookings', { token })
  await shipOrder(
    shop,
    all.find((booking: { product: string }) => booking.product === product.name),
  )
  const shipped = await mailTo(shop, email, /^Shipped: /)
  expect(shipped.text).toContain('EF 0042')
  await page.goto(linkIn(shipped, '/dashboard/order/'))
  await expect(page.getByRole('main').getByText('EF 0042')).toBeVisible()
  expect((await mailsTo(shop, email)).map(({ subject }) => subject.split(':')[0])).toEqual([
    'Shipped',
    'Paid',
    'Order received',
    confirmation.subject,
  ])
})

test('who has not confirmed is told so where orders are and are paid, and can have the link again @proof', async ({
  page,
  shop,
  buyer,
  context,
}) => {
  const order = await placeNewOrder(shop, buyer)
  const first = await mailTo(shop, buyer.email, /^Confirm your email/)
  await page.goto('/dashboard/order')
  await expect(notice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Sent. The link works for a day.')).toBeVisible()
  await expect.poll(async () => (await mailsTo(shop, buyer.email)).length).toBe(2)

  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(notice(page)).toBeVisible()
  const other = await context.newPage()
  const [second = first] = await mailsTo(shop, buyer.email)
  await other.goto(linkIn(second, '/verify-email'))
  await confirmButton(other).click()
  await expect(other.getByText('Your email is confirmed')).toBeVisible()
  await expect(notice(page), 'in the other tab too').toBeHidden()
  await mailTo(shop, buyer.email, /^Order received/)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

test('a fourth mail of the day is refused in a sentence @proof', async ({ page, buyer, watch }) => {
  watch.allow(/429 \(/)
  const message = 'We can’t send you another email yet. Try again in 23 hours.'
  await page.route('**/api/auth/send-verification-email', (route) =>
    route.fulfill({ status: 429, json: { code: 'TOO_MANY_MAILS', message } }),
  )
  await page.goto('/dashboard/order')
  await expect(page.getByText(buyer.email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').getByText(message)).toBeVisible()
})

test(
  'a link that is missing, spent or made up: a sentence, and the way to another one',
  ONLY_SCREENS,
  async ({ page, shop, signInAs, watch }) => {
    watch.allow(/400 \(Bad Request\)/)
    const problem = page.getByRole('main').getByRole('alert')
    await page.goto('/verify-email')
    await expect(problem).toContainText('This link is incomplete')
    await expect(confirmButton(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Log in to get a new link' })).toHaveAttribute(
      'href',
      '/login?from=%2Fdashboard%2Forder',
    )
    await expectAccessible(page)

    await signInAs(await shop.signUp())
    await page.goto('/dashboard/order')
    await page.goto('/verify-email#token=made-up')
    await confirmButton(page).click()
    await expect(problem).toHaveText('This link has expired or has already been used.')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Sent. The link works for a day.')).toBeVisible()
    await expectAccessible(page)
  },
)
