import fc from 'fast-check'

const units = [...'=+-@＝＋－＠,;\t\r\n"\' a1é🔨']
const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 12 })
/** Texts of what decides where a spreadsheet begins a cell or a formula. */
export const rowsOfText = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
})

/** As a spreadsheet splits a file by this delimiter: a quote opens only a cell that it begins, and doubled it is a quote. */
function cellsOf(file: string, delimiter: string, { quotes }: { quotes: boolean }): string[] {
  const cells: string[] = []
  let cell = ''
  let isOpen = false
  const characters = [...file.replace(/^\uFEFF/, '')]
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string
    const isQuote = quotes && character === '"'
    if (isQuote && isOpen && characters[at + 1] === '"') cell += characters[++at]
    else if (isQuote && (isOpen || cell === '')) isOpen = !isOpen
    else if (!isOpen && [delimiter, '\r', '\n'].includes(character)) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

/** The cells that would be computed, whichever delimiter a spreadsheet is told and whether it heeds quotes. */
export const formulasIn = (file: string) =>
  [',', ';', '\t'].flatMap((delimiter) =>
    [true, false].flatMap((quotes) =>
      cellsOf(file, delimiter, { quotes }).filter((cell) => /^[ "]*[=+\-@＝＋－＠]/.test(cell)),
    ),
  )
