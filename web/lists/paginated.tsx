import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_ROWS_PER_PAGE } from '#contract/formats/search-text.ts'
import { Pagination } from '../ui/pagination.tsx'

type PaginatedProps<Row> = { rows: Row[]; children: (shown: Row[]) => ReactNode }

/** Shows long lists in pages; the page number is in the URL. */
export function Paginated<Row>({ rows, children }: PaginatedProps<Row>) {
  const [query] = useSearchParams()
  const pages = Math.max(1, Math.ceil(rows.length / MAX_ROWS_PER_PAGE))
  const requested = Math.trunc(Number(query.get('page'))) || 1
  const page = Math.min(Math.max(requested, 1), pages)
  const start = (page - 1) * MAX_ROWS_PER_PAGE
  return (
    <div className="grid gap-8">
      {children(rows.slice(start, start + MAX_ROWS_PER_PAGE))}
      <Pagination page={page} pages={pages} addressOf={(page) => (page > 1 ? `?page=${page}` : '?')} />
    </div>
  )
}
