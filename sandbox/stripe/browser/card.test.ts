import { expect, test } from 'vitest'
import { formatExpiry, formatNumber } from './card-format.ts'
import { type FieldName, submitProblem, type Typed } from './card-problems.ts'

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242 4242 4242 4242 99', '4242 4242 4242 4242'],
  ['4242-4242x', '4242 4242'],
])('the number %j is shown as %j', (typed, shown) => {
  expect(formatNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12 / 345', '12 / 34'],
  ['5', '05'],
  ['534', '05 / 34'],
  ['12/2034', '12 / 34'],
])('the expiry %j is shown as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

const good: Typed = { cardnumber: '4242 4242 4242 4242', 'exp-date': '12 / 34', cvc: '123' }

test.each<[FieldName, string, string | undefined]>([
  ['cardnumber', '4242 4242 4242 4242', undefined],
  ['cardnumber', '', 'incomplete_number'],
  ['cardnumber', '4242 4242', 'incomplete_number'],
  ['cardnumber', '4242 4242 4242 4241', 'invalid_number'],
  ['exp-date', '12 / 34', undefined],
  ['exp-date', '06 / 30', undefined],
  ['exp-date', '12 / 3', 'incomplete_expiry'],
  ['exp-date', '13 / 34', 'invalid_expiry_month'],
  ['exp-date', '12 / 29', 'invalid_expiry_year_past'],
  ['exp-date', '05 / 30', 'invalid_expiry_month_past'],
  ['exp-date', '12 / 81', 'invalid_expiry_year'],
  ['cvc', '12', 'incomplete_cvc'],
])('in June 2030, %s %j is %s', (name, value, code) => {
  const problem = submitProblem(name, { ...good, [name]: value }, new Date(2030, 5, 15))
  expect(problem?.code).toBe(code)
})
