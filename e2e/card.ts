import type { Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'

export const CARDS = {
  pays: '4242424242424242',
  asksForAuthentication: '4000002500003155',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
}

/** The provider's frame, which alone sees what is typed. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')

export const challengeFrame = (page: Page) => page.frameLocator('iframe[name="__stripeJSChallengeFrame"]')

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ })

export const completed = (page: Page) => page.getByText(texts.booking.paymentCompleted, { exact: true })

export const noSuchOrder = (page: Page) => page.getByText('There is no such order. It may have been deleted.')

/** Opens the payment page and waits until a card can be typed in. */
export async function openPayment(page: Page, { _id }: { _id: string }) {
  await page.goto(`/dashboard/payment/${_id}`)
  await cardIsReady(page)
}

/** A frame whose script is still on its way takes what is typed, but does not understand it. */
export const cardIsReady = (page: Page) =>
  page.locator('.card-frame :not(.invisible) > .StripeElement').waitFor()

export async function fillCard(page: Page, number: string) {
  await cardIsReady(page)
  const card = cardFrame(page)
  await card.locator('[name="cardnumber"]').fill(number)
  await card.locator('[name="exp-date"]').fill('12 / 34')
  await card.locator('[name="cvc"]').fill('123')
}

export async function payBy(page: Page, number: string) {
  await fillCard(page, number)
  await payButton(page).click()
}
