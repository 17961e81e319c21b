import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { formatCount } from '#contract/formats/format-number.ts'
import { decode, findEncoding, type Pieces } from './decode-file.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The cells of a row and the line of the file on which it begins. */
export type CsvRecord = { line: number; cells: string[] }

// A quote that is never closed would otherwise take in the rest of the file.
const MAX_RECORD_CHARS = 100_000
// A row of nothing but delimiters has no characters of its own, only cells.
const MAX_LINE_CHARS = 2 * MAX_RECORD_CHARS
const DELIMITERS = [',', ';', '\t']
const LINE_END = /\r\n|\n|\r/g
/** How a spreadsheet is told the delimiter. */
const DELIMITER_HINT = /^sep=(.)(\r\n|\n|\r)/i

/** The records of a file, header first, as people have them: four encodings, three delimiters, inches without quotes. */
export async function* readRecords(readPieces: () => Pieces): AsyncGenerator<CsvRecord> {
  const texts = decode(readPieces(), await findEncoding(readPieces()))
  const { value: beginning = '' } = await texts.next()
  const [hint = '', hinted] = DELIMITER_HINT.exec(beginning) ?? []
  let line = hint ? 2 : 1
  const toRecord = ({ record, raw }: { record: string[]; raw: string }): CsvRecord => {
    const begins = line
    line += raw.match(LINE_END)?.length ?? 0
    return { line: begins, cells: record.map((cell) => cell.trim()) }
  }
  const delimiter = hinted ?? delimiterOf(beginning)
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    raw: true,
    // Its types do not know what a record is with `raw`.
    on_record: toRecord as never,
    // Blanks around quotes; a tab that delimits would be taken for one.
    trim: delimiter !== '\t',
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARS,
  })
  const source = Readable.from(refuseLongLines(withBeginning(beginning.slice(hint.length), texts)))
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const record of source.pipe(parser) as AsyncIterable<CsvRecord>)
      if (isFilled(record)) yield record
  } catch (error) {
    throw error instanceof Error && 'code' in error ? toUnreadable(error as CsvError, line) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

async function* refuseLongLines(texts: AsyncIterable<string>) {
  let chars = 0
  for await (const text of texts) {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    chars = end < 0 ? chars + text.length : text.length - end
    if (chars > MAX_LINE_CHARS)
      throw new UnreadableFile(
        `A line is longer than ${formatCount(MAX_LINE_CHARS)} characters: save the table as CSV and upload that file`,
      )
    yield text
  }
}

async function* withBeginning(beginning: string, rest: AsyncGenerator<string>) {
  yield beginning
  yield* rest
}

/** The one that is most often outside quotes in the first line. */
function delimiterOf(beginning: string) {
  const [header = ''] = beginning
    .replace(/"(?:[^"]|"")*"/g, '')
    .replace(/^[ \r\n]+/, '')
    .split(/\r|\n/)
  const count = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/** Spreadsheets write the empty rows below a table, too. */
const isFilled = ({ cells }: CsvRecord) => cells.some((cell) => cell !== '')

function toUnreadable(error: CsvError, line: number) {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableFile(
        `The row on line ${line} is longer than ${formatCount(MAX_RECORD_CHARS)} characters: perhaps a quotation mark is opened there and never closed`,
      )
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableFile(`On line ${line}, a quotation mark is opened and never closed`)
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return new UnreadableFile(
        `On line ${line}, text follows a closing quotation mark: double any quotation mark inside quoted text`,
      )
    default:
      return error
  }
}
