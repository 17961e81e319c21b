import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newProduct } from '../catalogue/products.ts'
import { overviewQuery } from '../desk/overview.ts'
import { texts } from '../fixed-texts.ts'
import { newFeedback, newSubscription } from '../people/feedback.ts'
import { newProfileInfo } from '../people/profiles.ts'
import { signUpRules } from '../people/sign-in.ts'
import { EMAIL_PATTERN } from './email-pattern.ts'

const LENGTH = 95_000
// Hundreds of times what a linear pattern takes, and a tenth of what a quadratic one does.
const MAX_MS = 1_000

test('an email is a name, an @ and a domain with a dot inside it', () => {
  const plainly = (text: string) => {
    const [name, domain, ...more] = text.split('@')
    return (
      !/\s/.test(text) &&
      !text.includes('\0') &&
      !!name &&
      !!domain &&
      !more.length &&
      domain.slice(1, -1).includes('.')
    )
  }
  const characters = fc.constantFrom('a', 'b', '.', '@', ' ', '\n', '\0', 'ü')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 9 }), (text) => {
      expect(EMAIL_PATTERN.test(text)).toBe(plainly(text))
    }),
    { numRuns: 5_000 },
  )
  expect(EMAIL_PATTERN.test('ada@example.com')).toBe(true)
})

test.each([`a@${'.'.repeat(LENGTH)}@`, `${'a.'.repeat(LENGTH / 2)}@`, '@'.repeat(LENGTH)])(
  'its pattern takes as long as the text is long, no longer',
  (text) => {
    const before = process.threadCpuUsage()
    expect(EMAIL_PATTERN.test(text)).toBe(false)
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(MAX_MS)
  },
)

test.each([
  ['an email', newSubscription, 'email'],
  ['a text', newFeedback, 'feedback'],
  ['an image', newProduct, 'image'],
  ['a link', newProfileInfo, 'linkdin'],
  ['a time zone', overviewQuery, 'timeZone'],
])('%s that is too long is looked at no further', (_what, schema, field) => {
  const wrong = `java:\0@${'.'.repeat(LENGTH)}@`
  const { issues } = schema.safeParse({ [field]: wrong }).error ?? { issues: [] }
  expect(issues.filter(({ path }) => path[0] === field)).toHaveLength(1)
})

const { signIn } = texts
test.each([
  ['name', ' \t', signIn.nameRequired],
  ['name', 'Ada', null],
  ['email', '  ', signIn.emailRequired],
  ['email', 'ada@example', signIn.emailInvalid],
  ['email', `${'a'.repeat(243)}@example.com`, signIn.emailInvalid],
  ['email', ' ada@example.com ', null],
  ['password', '', signIn.passwordRequired],
  ['password', '12345', signIn.passwordTooShort],
  ['password', '      ', null],
] as const)('who signs up with the %s "%s" is told: %s', (field, typed, sentence) => {
  expect(signUpRules[field](typed)).toBe(sentence)
})

test('a character is one, however many bytes it takes', () => {
  const named = (name: string) => newFeedback.safeParse({ name, email: 'a', feedback: 'b' }).success
  expect([named('🔨'.repeat(200)), named('🔨'.repeat(201)), named('a'.repeat(201))]).toEqual([
    true,
    false,
    false,
  ])
})
