import { Readable } from 'node:stream'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A list as it is read: batch after batch, because it may be longer than what can be held at once. */
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
