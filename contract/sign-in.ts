import { z } from 'zod'
import { abortWith, EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './fields.ts'
import { texts } from './fixed-texts.ts'

const { signIn } = texts

/** Checked in the browser before the identity service is called. */
export const signInForm = z.object({
  email: z
    .string()
    .trim()
    .min(1, signIn.emailRequired)
    .max(MAX_EMAIL_LENGTH, abortWith(signIn.emailInvalid))
    .regex(EMAIL_PATTERN, signIn.emailInvalid),
  password: z.string().min(1, signIn.passwordRequired).min(6, signIn.passwordTooShort),
})
export type SignInForm = z.infer<typeof signInForm>

export const signUpForm = signInForm.extend({
  name: z.string().trim().min(1, signIn.nameRequired),
})
export type SignUpForm = z.infer<typeof signUpForm>
