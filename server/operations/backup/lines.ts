import type { Readable } from 'node:stream'

const PIECE_BYTES = 64 * 1024
const NEW_LINE = Buffer.from('\n')

/** Each line of a stream without its end. */
export async function* lines(stream: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end)
      yield rest.length ? Buffer.concat([...rest, piece]) : piece
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length) yield Buffer.concat(rest)
}

/** Lines with their ends. They are small, and whoever takes them takes larger pieces gladly. */
export async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const line of source) {
    pieces.push(line, NEW_LINE)
    size += line.length + 1
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size) yield Buffer.concat(pieces)
}
