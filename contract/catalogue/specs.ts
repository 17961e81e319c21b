import { z } from 'zod'
import { text } from '../formats/fields.ts'

const MAX_SPECS = 30
export const MAX_SPEC_NAME_LENGTH = 60
const MAX_SPEC_VALUE_LENGTH = 200

/** What is measured or made of what: in the order in which people read it. */
export const spec = z.object({
  name: text('The name of a specification', MAX_SPEC_NAME_LENGTH),
  value: text('The value of a specification', MAX_SPEC_VALUE_LENGTH),
})

export const specs = z
  .array(spec, 'Enter the specifications as pairs of name and value')
  .max(MAX_SPECS, `A product has at most ${MAX_SPECS} specifications`)
  .superRefine((pairs, { addIssue }) => {
    const seen = new Set<string>()
    for (const { name } of pairs) {
      if (seen.has(name.toLowerCase())) addIssue(`The specification ${name} is given twice`)
      seen.add(name.toLowerCase())
    }
  })
  .describe('No name twice, whatever its case')
