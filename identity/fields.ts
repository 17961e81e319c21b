import { z } from 'zod'
import { ownPath } from '#contract/formats/own-path.ts'
import { PASSWORD } from './passwords/password-length.ts'

export const email = z
  .string('Provide an email address.')
  .trim()
  .min(1, 'Provide an email address.')
  .max(254, 'Provide a valid email address.')
  .pipe(z.email('Provide a valid email address.'))
/** Counts characters: an emoji is one. */
const isAtMost = (max: number) => (value: string) => value.length <= 2 * max && [...value].length <= max
export const password = z
  .string('Provide a password.')
  .min(1, 'Provide a password.')
  .refine(isAtMost(PASSWORD.max), `Use a password of at most ${PASSWORD.max} characters.`)
export const newPassword = password.min(
  PASSWORD.min,
  `Use a password of at least ${PASSWORD.min} characters.`,
)
export const name = z
  .string('Provide a name.')
  .trim()
  .min(1, 'Provide a name.')
  .refine(isAtMost(200), { error: 'Use a name of at most 200 characters.', abort: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store them, people cannot see them.
  .refine((value) => !/[\u0000-\u001f]/.test(value), 'Use a name without control characters.')

/** A path of this site, percent-encoded so that it can stand in a Location header. */
export const sitePath = z
  .string('The return address must be a path of this shop.')
  .max(1000, { error: 'The return address is too long.', abort: true })
  .transform(ownPath)
  .pipe(z.string('The return address must be a path of this shop.'))

/** Of a link. */
export const token = z
  .string('Provide the token of the link.')
  .min(1, 'Provide the token of the link.')
  .max(200)
/** Of an authenticator app, or a recovery code; people type spaces into both. */
export const code = z
  .string('Provide the code.')
  .max(200, 'Provide the code.')
  .transform((value) => value.replaceAll(/\s/g, ''))
  .pipe(z.string().min(1, 'Provide the code.'))

/** The body of a call. */
export const body = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, { error: 'Send a JSON object.' })
