import { z } from 'zod'

/** What is too long is looked at no further, so that no check has to be quick with any length. */
export const abortWith = (error: string) => ({ error, abort: true })

/** As JSON Schema counts: an emoji is one character. */
const isAtMost = (longest: number) => (value: string) =>
  value.length <= longest || (value.length <= 2 * longest && [...value].length <= longest)

const tooLong = (label: string, longest: number) =>
  abortWith(`${label} must be at most ${longest} characters long`)

// What `meta` says goes into the OpenAPI document: limits that Zod cannot tell from a check of ours.
const NO_NUL = '^[^\\u0000]*$'
const NOT_BLANK = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

// A text a person typed: trimmed, not empty, free of characters PostgreSQL cannot keep.
export const text = (label: string, longest: number) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .refine(isAtMost(longest), tooLong(label, longest))
    .refine(storable, `${label} contains a character that cannot be stored`)
    .meta({ maxLength: longest, pattern: NOT_BLANK })

/** PostgreSQL refuses NUL, and a lone surrogate is not Unicode text. */
function storable(value: string) {
  return !value.includes('\0') && value.isWellFormed()
}

export const optionalText = (label: string, longest: number) =>
  z
    .string(`${label} must be a text`)
    .trim()
    .refine(isAtMost(longest), tooLong(label, longest))
    .refine(storable, `${label} contains a character that cannot be stored`)
    .meta({ maxLength: longest, pattern: NO_NUL })
    .default('')

const MAX_IMAGE_LENGTH = 2_000
const LABEL = '[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*'
const DOMAIN = `(${LABEL}\\.)*[a-zA-Z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*(:[0-9]{1,4})?`
const REST = '[^\\s\\u0000]*'

/** An http(s) address or a path of our own; nothing that a browser would run. */
export const imageAddress = z
  .string('The image address is required')
  .trim()
  .min(1, 'The image address is required')
  .refine(isAtMost(MAX_IMAGE_LENGTH), tooLong('The image address', MAX_IMAGE_LENGTH))
  .refine(isImageAddress, 'Give the image as an http(s) address or a path that starts with /')
  .meta({
    maxLength: MAX_IMAGE_LENGTH,
    pattern: `^(/([^/\\\\\\s\\u0000]${REST})?|https?://${DOMAIN}([/?#]${REST})?)$`,
  })

function isImageAddress(value: string) {
  if (!storable(value)) return false
  if (/^\/(?![/\\])/.test(value)) return true
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

export const MAX_EMAIL_LENGTH = 254

const WITHIN = '[^\\s@\\u0000]'
/** A name, an @, and a domain with a dot inside it. No two parts can share a text in two ways: linear in time. */
export const EMAIL_PATTERN = new RegExp(`^${WITHIN}+@${WITHIN}${WITHIN.replace(']', '.]')}*\\.${WITHIN}+$`)

/** Emails are compared without case, so they travel and rest in lower case. */
export const email = z
  .string('The email is required')
  .trim()
  .refine(isAtMost(MAX_EMAIL_LENGTH), tooLong('The email', MAX_EMAIL_LENGTH))
  .toLowerCase()
  .refine((value) => EMAIL_PATTERN.test(value) && storable(value), 'Give a valid email')
  .meta({ maxLength: MAX_EMAIL_LENGTH, pattern: EMAIL_PATTERN.source })

/** Numbers arrive as JSON numbers or, from plain forms, as digits in a string; the document tells of the first. */
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
    .meta({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** A whole number with limits, each with the sentence that names it. */
export const numberFrom = (label: string, least: [number, string], most: [number, string]) =>
  wholeNumber(label)
    .pipe(
      z
        .number()
        .min(...least)
        .max(...most),
    )
    .meta({ type: 'integer', minimum: least[0], maximum: most[0] })

/** Whether a dollar amount is a whole number of cents, as far as a JSON number can say it. */
const wholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

export const dollars = z
  .number('Give the price as a number of dollars')
  .min(0.01, 'The price must be at least $0.01')
  .max(999_999.99, 'The price must be at most $999,999.99')
  .refine(wholeCents, 'Give the price in whole cents')
  .meta({ multipleOf: 0.01 })

export const id = z.uuid().toLowerCase()
export const isId = (value: unknown): value is string => id.safeParse(value).success
