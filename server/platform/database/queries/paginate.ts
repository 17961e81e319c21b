import type { TotalCount } from '#contract/formats/format-number.ts'

/** At most this many rows are counted and can be paged through, because counting takes as long as reading. The rest is found by searching. */
const MAX_LISTED_ROWS = 10_000

export type RowRange = { offset: number; limit: number }
type Page<Row> = { rows: Row[] } & TotalCount

/** One page of a list, and how many there are in all. */
export async function paginate<Row>(
  requested: { page: number; limit: number },
  read: (range: RowRange) => Promise<Row[]>,
  countUpTo: (max: number) => Promise<number>,
): Promise<Page<Row>> {
  const range = rangeOf(requested, MAX_LISTED_ROWS)
  const rows = await read(range)
  const isLastPage = rows.length < range.limit && (rows.length > 0 || range.offset === 0)
  const total = isLastPage ? range.offset + rows.length : await countUpTo(MAX_LISTED_ROWS + 1)
  return { rows, ...cappedTotal(MAX_LISTED_ROWS, total) }
}

export const cappedTotal = (max: number, total: number): TotalCount => ({
  total: Math.min(total, max),
  exact: total <= max,
})

/** The rows of a page in a list that is cut off after `maxRows`. */
export function rangeOf({ page, limit }: { page: number; limit: number }, maxRows: number): RowRange {
  const offset = Math.min((page - 1) * limit, maxRows)
  return { offset, limit: Math.min(limit, maxRows - offset) }
}
