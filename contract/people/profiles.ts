import { z } from 'zod'
import { optionalText } from '../formats/fields.ts'

export const profileInfo = z.object({
  education: z.string(),
  location: z.string(),
  number: z.string(),
  linkdin: z.string(),
  email: z.string(),
})
export type ProfileInfo = z.infer<typeof profileInfo>

/** A JSON number beyond this precision is no longer the one that was typed, so it is rejected. */
const digits = (value: number) => (Number.isSafeInteger(value) ? String(value) : 'unsafe')

const phoneDigits = z
  .union([z.string(), z.number().transform(digits)], 'The phone number must be digits only')
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d*$/, 'The phone number must be digits only')
      .max(20, 'The phone number must be at most 20 digits'),
  )
  .meta({ type: 'string', pattern: '^[0-9]{0,20}$' })
  .default('')

const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f'

const link = optionalText('The LinkedIn link', 300)
  .default('')
  .refine(
    (value) => !/\p{Cc}/u.test(value) && (!/^[a-z][a-z\d+.-]*:/i.test(value) || /^https?:\/\//i.test(value)),
    'Enter a link that starts with http:// or https://',
  )
  .meta({ pattern: `^(https?://[^${CONTROL}]*|[^:${CONTROL}]*)$` })

export const newProfileInfo = z.object({
  education: optionalText('The education', 500).default(''),
  location: optionalText('The location', 500).default(''),
  number: phoneDigits,
  linkdin: link,
})
export type NewProfileInfo = z.infer<typeof newProfileInfo>
