import { z } from 'zod'

/** For `max`: what is too long is looked at no further, so that no check has to be quick with any length. */
export const stopWith = (error: string) => ({ error, abort: true })

const tooLong = (label: string, longest: number) =>
  stopWith(`${label} must be at most ${longest} characters long`)

// A text a person typed: trimmed, not empty, free of characters PostgreSQL cannot keep.
export const text = (label: string, longest: number) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(longest, tooLong(label, longest))
    .refine(storable, `${label} contains a character that cannot be stored`)

/** PostgreSQL refuses NUL, and a lone surrogate is not Unicode text. */
function storable(value: string) {
  return !value.includes('\0') && value.isWellFormed()
}

export const optionalText = (label: string, longest: number) =>
  z
    .string(`${label} must be a text`)
    .trim()
    .max(longest, tooLong(label, longest))
    .refine(storable, `${label} contains a character that cannot be stored`)
    .default('')

/** An http(s) address or a path of our own; nothing that a browser would run. */
export const imageAddress = z
  .string('The image address is required')
  .trim()
  .min(1, 'The image address is required')
  .max(2_000, tooLong('The image address', 2_000))
  .refine(isImageAddress, 'Give the image as an http(s) address or a path that starts with /')

function isImageAddress(value: string) {
  if (!storable(value)) return false
  if (/^\/(?![/\\])/.test(value)) return true
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

export const LONGEST_EMAIL = 254

/** E-mails are compared without case, so they travel and rest in lower case. */
export const email = z
  .string('The e-mail is required')
  .trim()
  .toLowerCase()
  .max(LONGEST_EMAIL, tooLong('The e-mail', LONGEST_EMAIL))
  .refine((value) => EMAIL_PATTERN.test(value) && storable(value), 'Give a valid e-mail')

/** A name, an @, and a domain with a dot inside it. No two parts can share a text in two ways: linear in time. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Numbers arrive as JSON numbers or, from plain forms, as digits in a string. */
export const wholeNumber = (label: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,15}$/, `${label} must be a whole number`),
      ],
      `${label} must be a whole number`,
    )
    .transform(Number)
    .pipe(z.int(`${label} must be a whole number`))

/** Whether a dollar amount is a whole number of cents, as far as a JSON number can say it. */
const wholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

export const dollars = z
  .number('Give the price as a number of dollars')
  .min(0.01, 'The price must be at least $0.01')
  .max(999_999.99, 'The price must be at most $999,999.99')
  .refine(wholeCents, 'Give the price in whole cents')

export const id = z.uuid().toLowerCase()
export const isId = (value: unknown): value is string => id.safeParse(value).success
