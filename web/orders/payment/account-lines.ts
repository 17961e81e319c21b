export type AccountLine = {
  text: string
  /** Of the field of a bank's form that the value belongs to. */
  label?: string
  /** Whether people will want to copy it. */
  copied: boolean
}

const NAMED =
  /^(IBAN|BIC|SWIFT|(?:bank )?account(?: number| no\.?)?|routing(?: number)?|sort code)\s*:?\s+(.+)$/i

/** The owner's bank details, line by line: what a bank's form asks for, without its label, and what is only to be read. */
export const accountLines = (details: string): AccountLine[] =>
  details.split('\n').map((line) => {
    const [, label, value] = NAMED.exec(line) ?? []
    if (label && value) return { label, text: value, copied: true }
    return { text: line, copied: /\d/.test(line) }
  })
