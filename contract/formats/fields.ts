import { z } from 'zod'
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './email-pattern.ts'
import { ownPath } from './own-path.ts'

/** Stops validation here: further checks need not be fast for texts of any length. */
export const abortWith = (error: string) => ({ error, abort: true })

/** As JSON Schema counts: an emoji is one character. */
const isAtMost = (maxLength: number) => (value: string) =>
  value.length <= maxLength || (value.length <= 2 * maxLength && [...value].length <= maxLength)

const tooLong = (label: string, maxLength: number) =>
  abortWith(`${label} must be at most ${maxLength} characters long`)

// `meta` adds to the OpenAPI document what Zod cannot derive from our own checks.
const NO_NUL = '^[^\\u0000]*$'
const NOT_BLANK = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

// A text that a person typed: trimmed, not empty, without characters that PostgreSQL cannot store.
export const text = (label: string, maxLength: number) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .refine(isAtMost(maxLength), tooLong(label, maxLength))
    .refine(storable, `${label} contains a character that cannot be stored`)
    .meta({ maxLength, pattern: NOT_BLANK })

/** PostgreSQL refuses NUL, and a lone surrogate is not Unicode text. */
function storable(value: string) {
  return !value.includes('\0') && value.isWellFormed()
}

export const optionalText = (label: string, maxLength: number) =>
  z
    .string(`${label} must be text`)
    .trim()
    .refine(isAtMost(maxLength), tooLong(label, maxLength))
    .refine(storable, `${label} contains a character that cannot be stored`)
    .meta({ maxLength: maxLength, pattern: NO_NUL })

/** A text of a few lines, such as an address; each line is trimmed, empty ones are left out. */
export const multilineText = (label: string, maxLines: number, maxLength: number) =>
  optionalText(label, maxLength)
    .transform((value) =>
      value
        .split(/\r?\n/)
        .flatMap((line) => line.trim() || [])
        .join('\n'),
    )
    .refine((value) => value.split('\n').length <= maxLines, `${label} can have at most ${maxLines} lines`)
    .meta({ maxLength, pattern: `^[^\\u0000\\n]*(\\n[^\\u0000\\n]*){0,${maxLines - 1}}$` })

export const isoDate = z.iso.date('Enter the date as YYYY-MM-DD, such as 2026-11-15')

const MAX_IMAGE_LENGTH = 2_000
const LABEL = '[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*'
const DOMAIN = `(${LABEL}\\.)*[a-zA-Z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*(:[0-9]{1,4})?`
const REST = '[^\\s\\u0000]*'
const SEGMENT = '[^/\\\\?#.\\s\\u0000][^/\\\\?#\\s\\u0000]*'

/** An http(s) URL or a path of this shop; nothing that a browser would execute. */
export const imageAddress = z
  .string('The picture is required')
  .trim()
  .min(1, 'The picture is required')
  .refine(isAtMost(MAX_IMAGE_LENGTH), tooLong('The address of the picture', MAX_IMAGE_LENGTH))
  .refine(
    isImageAddress,
    'Enter a picture link that starts with http:// or https://, or a path that starts with /',
  )
  .meta({
    maxLength: MAX_IMAGE_LENGTH,
    pattern: `^(/(${SEGMENT}(/${SEGMENT})*)?([?#]${REST})?|https?://${DOMAIN}([/?#]${REST})?)$`,
  })

function isImageAddress(value: string) {
  if (!storable(value)) return false
  return ownPath(value) !== null || (/^https?:\/\//i.test(value) && URL.canParse(value))
}

/** Emails are case-insensitive, so they are sent and stored in lower case. */
export const email = z
  .string('The email is required')
  .trim()
  .refine(isAtMost(MAX_EMAIL_LENGTH), tooLong('The email', MAX_EMAIL_LENGTH))
  .toLowerCase()
  .refine((value) => EMAIL_PATTERN.test(value) && storable(value), 'Enter a valid email')
  .meta({ maxLength: MAX_EMAIL_LENGTH, pattern: EMAIL_PATTERN.source })

/** Accepts JSON numbers and, for plain forms, digits in a string; the OpenAPI document mentions only the former. */
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

/** A whole number with limits, each with its error message. */
export const numberInRange = (label: string, min: [number, string], max: [number, string]) =>
  wholeNumber(label)
    .pipe(
      z
        .number()
        .min(...min)
        .max(...max),
    )
    .meta({ type: 'integer', minimum: min[0], maximum: max[0] })

/** Whether a dollar amount is a whole number of cents, as precisely as a JSON number allows. */
const wholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

export const dollars = (noun: string) =>
  z
    .number(`Enter the ${noun} in dollars`)
    .min(0.01, `The ${noun} must be at least $0.01`)
    .max(999_999.99, `The ${noun} must be at most $999,999.99`)
    .refine(wholeCents, `Enter the ${noun} with at most two decimal places`)
    .meta({ multipleOf: 0.01 })

export const id = z.uuid().toLowerCase()
export const isId = (value: unknown): value is string => id.safeParse(value).success
