import { cardError } from './api-error.ts'

/** What happens when the card is charged. */
export type CardOutcome =
  | 'pays'
  | 'asks_for_authentication'
  | 'asks_then_declines'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'

export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  outcome: CardOutcome
  /** Ids that stand for this card wherever a payment method (pm_) or a token (tok_) is expected. */
  aliases: string[]
}

const testCards: TestCard[] = [
  card('4242424242424242', 'pays', 'pm_card_visa', 'tok_visa'),
  card('4000056655665556', 'pays', 'pm_card_visa_debit', 'tok_visa_debit'),
  { ...card('5555555555554444', 'pays', 'pm_card_mastercard', 'tok_mastercard'), brand: 'mastercard' },
  { ...card('378282246310005', 'pays', 'pm_card_amex', 'tok_amex'), brand: 'amex' },
  { ...card('6011111111111117', 'pays', 'pm_card_discover', 'tok_discover'), brand: 'discover' },
  card(
    '4000000000000002',
    'generic_decline',
    'pm_card_visa_chargeDeclined',
    'pm_card_chargeDeclined',
    'tok_chargeDeclined',
  ),
  card(
    '4000000000009995',
    'insufficient_funds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'pm_card_chargeDeclinedInsufficientFunds',
    'tok_chargeDeclinedInsufficientFunds',
  ),
  card('4000000000009987', 'lost_card', 'pm_card_visa_chargeDeclinedLostCard'),
  card('4000000000009979', 'stolen_card', 'pm_card_visa_chargeDeclinedStolenCard'),
  card(
    '4000000000000069',
    'expired_card',
    'pm_card_chargeDeclinedExpiredCard',
    'tok_chargeDeclinedExpiredCard',
  ),
  card(
    '4000000000000127',
    'incorrect_cvc',
    'pm_card_chargeDeclinedIncorrectCvc',
    'tok_chargeDeclinedIncorrectCvc',
  ),
  card(
    '4000000000000119',
    'processing_error',
    'pm_card_chargeDeclinedProcessingError',
    'tok_chargeDeclinedProcessingError',
  ),
  card('4000002500003155', 'asks_for_authentication', 'pm_card_authenticationRequiredOnSetup'),
  card('4000002760003184', 'asks_for_authentication', 'pm_card_authenticationRequired'),
  card('4000008400001629', 'asks_then_declines', 'pm_card_threeDSecureRequiredChargeDeclined'),
]

function card(number: string, outcome: CardOutcome, ...aliases: string[]): TestCard {
  return { number, brand: 'visa', outcome, aliases }
}

export function cardByAlias(id: string) {
  return testCards.find((known) => known.aliases.includes(id))
}

export interface Decline {
  code: string
  declineCode?: string
  message: string
}

const declined = 'Your card was declined.'

/** How the bank refuses; null for a card that pays. */
export const declines: Record<CardOutcome, Decline | null> = {
  pays: null,
  asks_for_authentication: null,
  asks_then_declines: { code: 'card_declined', declineCode: 'generic_decline', message: declined },
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: declined },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: declined },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: declined },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

export const asksForAuthentication = (outcome: CardOutcome) =>
  outcome === 'asks_for_authentication' || outcome === 'asks_then_declines'

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
