import { createHash } from 'node:crypto'

export type TableChecksum = { rows: number; mark: string }

const BITS = 128

/** Counts rows and sums up their hashes: equal for the same rows, whatever order they come in. */
export function createTableChecksum() {
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
    result: (): TableChecksum => ({ rows, mark: sum.toString(16) }),
  }
}
