import { Readable } from 'node:stream'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A list read batch by batch, because it may not fit into memory. */
export type Batches<Item> = Iterable<Item[]> | AsyncIterable<Item[]>

export async function* toJson(batches: Batches<unknown>) {
  let before = '['
  for await (const batch of batches) {
    const items = JSON.stringify(batch).slice(1, -1)
    if (items === '') continue
    yield before + items
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

export const toJsonStream = (batches: Batches<unknown>) => Readable.from(toJson(batches))
