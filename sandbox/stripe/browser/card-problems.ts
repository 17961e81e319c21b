import { CVC_LENGTH, digitsOf, NUMBER_LENGTH, passesLuhn } from './card-format.ts'

export type FieldName = 'cardnumber' | 'exp-date' | 'cvc'
export type Typed = Record<FieldName, string>

export interface Problem {
  type: 'validation_error'
  code: string
  message: string
}

const problem = (code: string, message: string): Problem => ({ type: 'validation_error', code, message })

const incomplete: Record<FieldName, Problem> = {
  cardnumber: problem('incomplete_number', 'Your card number is incomplete.'),
  'exp-date': problem('incomplete_expiry', "Your card's expiration date is incomplete."),
  cvc: problem('incomplete_cvc', "Your card's security code is incomplete."),
}

const lengths: Record<FieldName, number> = { cardnumber: NUMBER_LENGTH, 'exp-date': 4, cvc: CVC_LENGTH }

export const isComplete = (name: FieldName, typed: Typed) => digitsOf(typed[name]).length === lengths[name]

/** What is wrong with a field that is filled in completely, or null. */
export function invalidity(name: FieldName, typed: Typed, now: Date): Problem | null {
  if (!isComplete(name, typed)) return null
  if (name === 'cardnumber' && !passesLuhn(digitsOf(typed.cardnumber)))
    return problem('invalid_number', 'Your card number is invalid.')
  return name === 'exp-date' ? expiryProblem(digitsOf(typed['exp-date']), now) : null
}

function expiryProblem(digits: string, now: Date): Problem | null {
  const month = Number(digits.slice(0, 2))
  const year = 2000 + Number(digits.slice(2))
  const thisYear = now.getFullYear()
  if (month < 1 || month > 12)
    return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
  if (year < thisYear)
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year > thisYear + 50) return problem('invalid_expiry_year', "Your card's expiration year is invalid.")
  if (year === thisYear && month < now.getMonth() + 1)
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  return null
}

/** Why this field cannot be submitted, or null. */
export function submitProblem(name: FieldName, typed: Typed, now: Date): Problem | null {
  return isComplete(name, typed) ? invalidity(name, typed, now) : incomplete[name]
}
