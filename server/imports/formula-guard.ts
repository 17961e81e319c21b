// What a spreadsheet takes for a formula, also in its wide forms, and also behind quotes that were there before.
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A text that a spreadsheet shows instead of computing it. */
export const guardFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** The text as it was before it was guarded. */
export const unguardFormula = (text: string) =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
