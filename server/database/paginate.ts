import type { TotalCount } from '#contract/format-count.ts'

/** So many rows are counted and can be paged through. What lies beyond is reached by a search: counting takes as long as reading. */
const MAX_LISTED_ROWS = 10_000

export type RowRange = { offset: number; limit: number }
type Page<Row> = { rows: Row[] } & TotalCount

/** One page of a list, and how many there are in all. */
export async function paginate<Row>(
  asked: { page: number; limit: number },
  read: (window: RowRange) => Promise<Row[]>,
  countUpTo: (most: number) => Promise<number>,
): Promise<Page<Row>> {
  const window = rangeOf(asked, MAX_LISTED_ROWS)
  const rows = await read(window)
  const endsHere = rows.length < window.limit && (rows.length > 0 || window.offset === 0)
  const total = endsHere ? window.offset + rows.length : await countUpTo(MAX_LISTED_ROWS + 1)
  return { rows, ...cappedTotal(MAX_LISTED_ROWS, total) }
}

export const cappedTotal = (most: number, total: number): TotalCount => ({
  total: Math.min(total, most),
  exact: total <= most,
})

/** The page's place in a list that ends at `reach`. */
export function rangeOf({ page, limit }: { page: number; limit: number }, reach: number): RowRange {
  const offset = Math.min((page - 1) * limit, reach)
  return { offset, limit: Math.min(limit, reach - offset) }
}
