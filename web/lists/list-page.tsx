import { Navigate } from 'react-router'
import type { TotalCount } from '#contract/format-count.ts'
import { MAX_ROWS_PER_PAGE } from '#contract/search-text.ts'
import { Pagination } from '../ui/pagination.tsx'

type ReadHeaders = (headers: Headers) => void

/** What asks for one page of a list. The page is always named: without any parameter the answer would be all rows. */
export const listQuery = (page: number, q: string) => ({
  page: String(page),
  limit: String(MAX_ROWS_PER_PAGE),
  ...(q && { q }),
})

/** One page of a list and how many rows there are in all, which headers tell. */
export async function loadPage<Row>(
  call: (readHeaders: ReadHeaders) => Promise<Row[]>,
): Promise<{ rows: Row[] } & TotalCount> {
  let counted = { total: 0, exact: true }
  const rows = await call((headers) => {
    counted = {
      total: Number(headers.get('x-total-count')),
      exact: headers.get('x-total-exact') !== 'false',
    }
  })
  return { rows, ...counted }
}

/** Where this page shows this search. */
export const listAddress = (q: string, page = 1) =>
  `?${new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })}`

type ListPagesProps = { page: number; total: number; addressOf: (page: number) => string }

/** The way to the other pages. With its last row a page goes away: then the one before is shown. */
export function ListPages({ page, total, addressOf }: ListPagesProps) {
  const pages = Math.ceil(total / MAX_ROWS_PER_PAGE)
  if (pages > 0 && page > pages) return <Navigate to={addressOf(pages)} replace />
  return <Pagination page={page} pages={pages} addressOf={addressOf} />
}
