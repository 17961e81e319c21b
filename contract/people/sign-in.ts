import { texts } from '../fixed-texts.ts'
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../formats/email-pattern.ts'

const { signIn } = texts
const MIN_PASSWORD_LENGTH = 6

/** Checked in the browser before the identity service is called: each rule says what is wrong with its field, or null. */
export const signInRules = {
  email(typed: string) {
    const email = typed.trim()
    if (email === '') return signIn.emailRequired
    return email.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(email) ? null : signIn.emailInvalid
  },
  password(typed: string) {
    if (typed === '') return signIn.passwordRequired
    return typed.length < MIN_PASSWORD_LENGTH ? signIn.passwordTooShort : null
  },
}

export const signUpRules = {
  ...signInRules,
  name: (typed: string) => (typed.trim() === '' ? signIn.nameRequired : null),
}

/** What an authenticator app shows, however it is spaced. */
export const codeRule = (typed: string) =>
  /^\d{6}$/.test(withoutSpaces(typed)) ? null : 'Enter the 6 digits shown in your app'

export const withoutSpaces = (typed: string) => typed.replaceAll(/\s/g, '')
