import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from './decode-file.ts'
import { type Header, readHeader } from './read-header.ts'
import { readRecords } from './read-records.ts'
import { type ProductRow, readRow } from './read-row.ts'
import { UnreadableFile } from './unreadable-file.ts'

const BATCH = 200
const TURN_MS = 5

/** A row and its place in the file, from 1, the header not counted. */
export type PlacedRow = ProductRow & { place: number }

/** Lets requests be answered during long work. */
export function createPace() {
  let since = performance.now()
  return async function pace() {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}

/** The rows of a file in batches, from the one after the first `skipped`. */
export async function* readBatches(readPieces: () => Pieces, skipped = 0): AsyncGenerator<PlacedRow[]> {
  const pace = createPace()
  let header: Header | undefined
  let place = 0
  let batch: PlacedRow[] = []
  for await (const record of readRecords(readPieces)) {
    await pace()
    if (!header) {
      header = readHeader(record)
      continue
    }
    if (++place <= skipped) continue
    batch.push({ place, ...readRow(header, record) })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (place === 0)
    throw new UnreadableFile(
      'The file has no rows: its first line names the columns, each line after that is a product',
    )
  if (batch.length > 0) yield batch
}
