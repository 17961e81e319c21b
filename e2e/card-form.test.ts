import type { Locator, Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { formatDollars } from '../contract/formats/money.ts'
import { expectAccessible } from './axe.ts'
import { CARDS, cardFrame, cardIsReady, completed, fillCard, openPayment, payButton, payBy } from './card.ts'
import { expect, hold, ONLY_SCREENS, SIZES } from './fixtures.ts'
import { addProduct, DELIVERY, horizontalScroll, rowOf, test } from './orders.ts'

test(
  'the card form wears the shop’s text in both themes, also when they change',
  ONLY_SCREENS,
  async ({ page, order }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openPayment(page, order)
    const number = cardFrame(page).locator('[name="cardnumber"]')
    await number.fill(CARDS.pays)
    const textOf = (place: Locator) =>
      place.evaluate((element) => {
        const { color, fontFamily, fontSize } = getComputedStyle(element)
        return { color, fontFamily: fontFamily.replaceAll('"', ''), fontSize }
      })
    for (const theme of ['dark', 'light', 'dark']) {
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
      await expect.poll(() => textOf(number)).toEqual(await textOf(page.locator('body')))
      await expect(page.locator('body')).toHaveCSS(
        'color',
        theme === 'dark' ? 'rgb(232, 230, 225)' : 'rgb(30, 34, 38)',
      )
      await page.getByRole('button', { name: /theme/i }).click()
    }
  },
)

test('the card form asks for a card and nothing else: no postal code, no button of another wallet @proof', async ({
  page,
  order,
}) => {
  await page.addInitScript(() =>
    addEventListener('message', ({ data }) => Object.assign(window, { cardOptions: data?.options })),
  )
  await openPayment(page, order)
  const frame = page.frames().find((one) => one.url().endsWith('/card.html'))
  expect(await frame?.evaluate(() => (window as { cardOptions?: unknown }).cardOptions)).toMatchObject({
    hidePostalCode: true,
    disableLink: true,
  })
})

test('the card’s fields take nothing before the script that understands it runs @proof', async ({
  page,
  order,
}) => {
  const release = await hold(page, '**/card.ts')
  await page.goto(`/dashboard/payment/${order._id}`)
  const number = cardFrame(page).locator('[name="cardnumber"]')
  await expect(number).toBeDisabled()
  release()
  await expect(number).toBeEnabled()
})

test(
  'on a phone in the dark theme one pays without scrolling sideways',
  ONLY_SCREENS,
  async ({ page, order }) => {
    await page.setViewportSize(SIZES.phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/dashboard/order')
    await rowOf(page, order.product).getByRole('link', { name: texts.booking.payment }).click()
    await fillCard(page, CARDS.pays)
    expect(await horizontalScroll(page)).toBe(0)
    await payButton(page).click()
    await expect(completed(page)).toBeVisible()
    expect(await horizontalScroll(page)).toBe(0)
  },
)

test('with the keyboard alone from home to the paid order', async ({ page, shop, signInAs }) => {
  const product = await addProduct(shop)
  await signInAs(await shop.signUp())
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: `Order ${product.name}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeFocused()
  await tabTo(page, page.getByLabel('Quantity'))
  await page.keyboard.type('100')
  await tabTo(page, page.getByLabel('Phone'))
  await page.keyboard.type(DELIVERY.phone)
  await tabTo(page, page.getByLabel('Address'))
  await page.keyboard.type(DELIVERY.address)
  await tabTo(page, page.getByRole('button', { name: texts.booking.purchase }))
  await page.keyboard.press('Enter')

  const payment = rowOf(page, product.name).getByRole('link', { name: texts.booking.payment })
  await expect(payment).toBeVisible()
  await tabTo(page, payment)
  await page.keyboard.press('Enter')
  const number = cardFrame(page).locator('[name="cardnumber"]')
  await cardIsReady(page)
  await tabTo(page, number)
  await page.keyboard.type(`${CARDS.pays}1234123`)
  await expect(cardFrame(page).locator('[name="cvc"]')).toHaveValue('123')
  await page.keyboard.press('Enter')
  await expect(completed(page)).toBeVisible()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: texts.dashboard.myOrder }).last())
  await page.keyboard.press('Enter')
  await expect(rowOf(page, product.name).getByText(texts.booking.processing)).toBeVisible()
})

async function tabTo(page: Page, place: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await place.evaluate((element) => element === document.activeElement && document.hasFocus())) return
  }
  throw new Error(`The Tab key does not reach ${place}`)
}

test('a card form that does not load says so and is loaded by Retry @proof', async ({
  page,
  order,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await page.clock.install()
  const away = page.getByRole('alert').getByText('The card form could not be loaded')
  await page.route('**/sandbox/stripe/stripe.js', (route) => route.abort())
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(away).toBeVisible()
  await page.unroute('**/sandbox/stripe/stripe.js')

  // The script arrives, the frame does not.
  await page.route('**/sandbox/stripe/card.html', (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status').getByText('Loading the card form')).toBeAttached()
  await page.clock.fastForward(20_000)
  await expect(away).toBeVisible()
  await page.unroute('**/sandbox/stripe/card.html')
  await page.getByRole('button', { name: 'Retry' }).click()
  await payBy(page, CARDS.pays)
  await expect(completed(page)).toBeVisible()
})

test(
  'axe finds nothing on the payment page, neither after a refused card nor when it is paid',
  ONLY_SCREENS,
  async ({ page, order, watch }) => {
    watch.allow(/status of 402/)
    // What axe itself tries inside the frame, whose policy forbids it.
    watch.allow(/Applying inline style violates|Couldn't load preload assets/)
    await openPayment(page, order)
    await expect(payButton(page)).toHaveText(`Pay ${formatDollars(order.price)}`)
    await payBy(page, CARDS.declined)
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await expectAccessible(page)
    await payBy(page, CARDS.pays)
    await expect(completed(page)).toBeVisible()
    await expectAccessible(page)
  },
)
