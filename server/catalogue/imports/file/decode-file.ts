import { setImmediate as nextTurn } from 'node:timers/promises'
import { UnreadableFile } from './unreadable-file.ts'

export type Pieces = AsyncIterable<Buffer>
/** As `TextDecoder` names them. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const NOT_A_TABLE = 'This is not a CSV file: save the table as CSV and upload that file'
const WORKBOOK = 'This is a workbook, not a CSV file: in the spreadsheet, save it as CSV and upload that file'
const ZIP = Buffer.from('PK\u0003\u0004')
const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

// Parsing one takes about a millisecond, so that requests are answered in between.
const TEXT_BYTES = 8 * 1024

/** UTF-16 by its beginning; otherwise UTF-8, unless a byte anywhere in the file says that it is what Excel in the West writes. */
export async function findEncoding(pieces: Pieces): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let beginning = true
  for await (const piece of pieces) {
    if (beginning) {
      const utf16 = utf16Of(piece)
      if (utf16) return utf16
      if (piece.indexOf(ZIP) === 0 || piece.indexOf(OLD_WORKBOOK) === 0) throw new UnreadableFile(WORKBOOK)
      beginning = false
    }
    if (piece.includes(0)) throw new UnreadableFile(NOT_A_TABLE)
    isUtf8 &&= isDecodable(utf8, piece)
    await nextTurn()
  }
  return isUtf8 && isDecodable(utf8) ? 'utf-8' : 'windows-1252'
}

/** By its mark, or by the zeros that are half of each Latin letter. */
function utf16Of([first, second, third, fourth]: Buffer): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return null
}

function isDecodable(decoder: TextDecoder, piece?: Buffer) {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}

/** The file as text, in small parts, without its mark. */
export async function* decode(pieces: Pieces, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += TEXT_BYTES) {
      const text = decoder.decode(piece.subarray(at, at + TEXT_BYTES), { stream: true })
      if (text.includes('\0')) throw new UnreadableFile(NOT_A_TABLE)
      yield text
    }
  yield decoder.decode()
}
