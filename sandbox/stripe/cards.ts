import { cardError } from './api-error.ts'

/** What happens when the card is charged. */
export type CardOutcome = 'pays' | 'asks_for_authentication' | 'generic_decline' | 'insufficient_funds'

export interface TestCard {
  number: string
  outcome: CardOutcome
  /** An id that stands for this card wherever a payment method is expected. */
  alias: string
}

const testCards: TestCard[] = [
  { number: '4242424242424242', outcome: 'pays', alias: 'pm_card_visa' },
  {
    number: '4000002500003155',
    outcome: 'asks_for_authentication',
    alias: 'pm_card_authenticationRequiredOnSetup',
  },
  { number: '4000002760003184', outcome: 'asks_for_authentication', alias: 'pm_card_authenticationRequired' },
  { number: '4000000000000002', outcome: 'generic_decline', alias: 'pm_card_visa_chargeDeclined' },
  {
    number: '4000000000009995',
    outcome: 'insufficient_funds',
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
]

export const cardByAlias = (id: string) => testCards.find(({ alias }) => alias === id)

/** How the bank words it when it refuses. */
export const declines: Partial<Record<CardOutcome, string>> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
}

export interface TypedCard {
  number: string
  expMonth: number
  expYear: number
  cvc: string | undefined
}

/** The test card that was typed in; any other card is refused before anything of it is kept. */
export function recogniseTestCard(typed: TypedCard, now = new Date()): TestCard {
  if (!/^\d{12,19}$/.test(typed.number) || !passesLuhn(typed.number))
    throw cardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' })
  if (!(typed.expMonth >= 1 && typed.expMonth <= 12))
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    })
  if (isPast(typed, now))
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' })
  if (typed.cvc !== undefined && !/^\d{3,4}$/.test(typed.cvc))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' })
  const known = testCards.find(({ number }) => number === typed.number)
  if (known) return known
  throw cardError(
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    { decline_code: 'test_mode_live_card' },
  )
}

function isPast({ expMonth, expYear }: TypedCard, now: Date) {
  const thisYear = now.getFullYear()
  return !(expYear > thisYear || (expYear === thisYear && expMonth >= now.getMonth() + 1))
}

function passesLuhn(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
