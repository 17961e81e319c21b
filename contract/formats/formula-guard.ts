// A spreadsheet that splits a file elsewhere than we do begins a cell after any comma, semicolon, tab or line end of a text, and drops
// blanks and quotes in front of a formula. `(?! )` tries each run of blanks once, so that matching takes linear time.
const UNGUARDED = /(?<=^|[,;\t\r\n])( *)(?! )(?=[ "']*[=+\-@\t\r＝＋－＠])/g
const GUARDED = /(?<=^|[,;\t\r\n])( *)'(?=[ "']*[=+\-@\t\r＝＋－＠])/g

/** A text that a spreadsheet shows instead of computing it. */
export const guardFormula = (text: string) => text.replace(UNGUARDED, "$1'")

/** The text as it was before it was guarded. */
export const unguardFormula = (text: string) => text.replace(GUARDED, '$1')
