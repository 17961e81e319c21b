import type { Counted } from '#contract/format-count.ts'

/** So many rows are counted and can be paged through. What lies beyond is reached by a search: counting takes as long as reading. */
const MAX_LISTED_ROWS = 10_000

export type Window = { offset: number; limit: number }
type Page<Row> = { rows: Row[] } & Counted

/** One page of a list, and how many there are in all. */
export async function paginate<Row>(
  asked: { page: number; limit: number },
  read: (window: Window) => Promise<Row[]>,
  countUpTo: (most: number) => Promise<number>,
): Promise<Page<Row>> {
  const window = windowOf(asked, MAX_LISTED_ROWS)
  const rows = await read(window)
  const endsHere = rows.length < window.limit && (rows.length > 0 || window.offset === 0)
  const total = endsHere ? window.offset + rows.length : await countUpTo(MAX_LISTED_ROWS + 1)
  return { rows, ...upTo(MAX_LISTED_ROWS, total) }
}

export const upTo = (most: number, total: number): Counted => ({
  total: Math.min(total, most),
  exact: total <= most,
})

/** The page's place in a list that ends at `reach`. */
export function windowOf({ page, limit }: { page: number; limit: number }, reach: number): Window {
  const offset = Math.min((page - 1) * limit, reach)
  return { offset, limit: Math.min(limit, reach - offset) }
}
