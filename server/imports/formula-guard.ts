// Where a spreadsheet begins a cell: at its start, and at what a European one takes for the end of a cell or a row, whatever
// the quotes around it. What follows is a formula there, also in its wide forms, and also behind quotes that were there before.
const BEGIN = '(^|[;\\t\\r\\n]) *'
const FORMULA = "'*[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]"
const UNGUARDED = new RegExp(`(?<=${BEGIN})(?=${FORMULA})(?<!')`, 'g')
const GUARDED = new RegExp(`(?<=${BEGIN})'(?=${FORMULA})`, 'g')

/** A text that a spreadsheet shows instead of computing it. */
export const guardFormula = (text: string) => text.replace(UNGUARDED, "'")

/** The text as it was before it was guarded. */
export const unguardFormula = (text: string) => text.replace(GUARDED, '')
