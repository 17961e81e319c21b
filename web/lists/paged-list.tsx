import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigation } from 'react-router'
import type { TotalCount } from '#contract/formats/format-number.ts'
import { MAX_ROWS_PER_PAGE } from '#contract/formats/search-text.ts'
import { Pagination } from '../ui/pagination.tsx'

type ReadHeaders = (headers: Headers) => void

/** The query for one page of a list. The page is always included: without parameters the response would be all rows. */
export const listQuery = (page: number, q: string) => ({
  page: String(page),
  limit: String(MAX_ROWS_PER_PAGE),
  ...(q && { q }),
})

/** One page of a list, and the total from the response headers. */
export async function loadPage<Row>(
  call: (readHeaders: ReadHeaders) => Promise<Row[]>,
): Promise<{ rows: Row[] } & TotalCount> {
  let count = { total: 0, exact: true }
  const rows = await call((headers) => {
    count = {
      total: Number(headers.get('x-total-count')),
      exact: headers.get('x-total-exact') !== 'false',
    }
  })
  return { rows, ...count }
}

/** The query of the list that is shown or, while it loads, of the next one. */
export function useRequestedQuery(): URLSearchParams {
  const { pathname, search } = useLocation()
  const { location: next } = useNavigation()
  return new URLSearchParams(next?.pathname === pathname ? next.search : search)
}

/** The URL of this search on the current page. */
export const listAddress = (q: string, page = 1) =>
  `?${new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })}`

/** While the next rows load, those that are shown open no dialog: it would go with its row. */
export function ListRows({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <div inert={useNavigation().location?.pathname === pathname}>{children}</div>
}

type ListPagesProps = { page: number; total: number; addressOf: (page: number) => string }

/** Links to the other pages. If the last row of a page was removed, redirects to the page before. */
export function ListPages({ page, total, addressOf }: ListPagesProps) {
  const pages = Math.ceil(total / MAX_ROWS_PER_PAGE)
  if (pages > 0 && page > pages) return <Navigate to={addressOf(pages)} replace />
  // Keyed by the search: a new one starts at its first page without moving the focus.
  return <Pagination key={addressOf(1)} page={page} pages={pages} addressOf={addressOf} />
}
