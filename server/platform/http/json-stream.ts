import { Readable } from 'node:stream'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A list read batch by batch, because it may not fit into memory. */
export type Batches<Item> = Iterable<Item[]> | AsyncIterable<Item[]>

export async function* toJson<Item>(batches: Batches<Item>, declared: (batch: Item[]) => Item[]) {
  let before = '['
  for await (const batch of batches) {
    const items = JSON.stringify(declared(batch)).slice(1, -1)
    if (items === '') continue
    yield before + items
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

export const toJsonStream = <Item>(batches: Batches<Item>, declared: (batch: Item[]) => Item[]) =>
  Readable.from(toJson(batches, declared))
