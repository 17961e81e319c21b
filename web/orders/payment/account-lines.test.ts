import { expect, test } from 'vitest'
import { accountLines } from './account-lines.ts'

test.each([
  ['IBAN XX00 0000 0000', { label: 'IBAN', text: 'XX00 0000 0000', copied: true }],
  ['BIC: EXAMPLEX', { label: 'BIC', text: 'EXAMPLEX', copied: true }],
  ['Account number 12345678', { label: 'Account number', text: '12345678', copied: true }],
  ['routing 021 000 021', { label: 'routing', text: '021 000 021', copied: true }],
  ['Sort code: 00-00-00', { label: 'Sort code', text: '00-00-00', copied: true }],
  ['12345678', { text: '12345678', copied: true }],
  ['Example Bank', { text: 'Example Bank', copied: false }],
  ['This is a demo: do not pay.', { text: 'This is a demo: do not pay.', copied: false }],
])('of the bank detail “%s” the value is copied, without its label', (line, expected) => {
  expect(accountLines(`First line\n${line}`)[1]).toEqual(expected)
})
