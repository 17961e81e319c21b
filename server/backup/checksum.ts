import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

export type Checksum = { rows: number; mark: string }

const BITS = 128

/** Counts rows and sums up their hashes: equal for the same rows, whatever order they come in. */
export function createChecksum() {
  let rows = 0
  let sum = 0n
  return {
    add(row: Buffer) {
      rows++
      const hash = createHash('sha256')
        .update(row)
        .digest('hex')
        .slice(0, BITS / 4)
      sum = BigInt.asUintN(BITS, sum + BigInt(`0x${hash}`))
    },
    result: (): Checksum => ({ rows, mark: sum.toString(16) }),
  }
}

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
