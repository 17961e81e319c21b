export type Fact = [label: string, value: string]

/** A document as data: what is printed, not where. Whatever it says is final; drawing it decides nothing. */
export type Sheet = {
  paper: 'A4' | 'Letter'
  shopName: string
  title: string
  number: string
  /** When the file was made, as far as it says: the same document is the same bytes. */
  date: Date
  /** Made in a demo. */
  warning: string | null
  facts: Fact[]
  /** The first line of each is a name. */
  parties: { heading: string; lines: string[] }[]
  /** The first column is text, the others are numbers. */
  table: { heading?: string; columns: string[]; rows: string[][] }
  total: { label: string; amount: string; detail: string | null } | null
  sections: { heading: string; facts?: Fact[]; text?: string }[]
  footer: string
}

/** What a PDF has among its metadata only if it lacks glyphs; so whoever keeps it knows as much as who made it. */
export const LACKING = 'Keywords'
export const lacksGlyphs = (pdf: Buffer) => pdf.includes(`/${LACKING} `)

export type PdfFile = { name: string; content: Buffer }
