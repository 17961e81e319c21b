import { type ReactNode, useState } from 'react'
import type { TotalCount } from '#contract/format-count.ts'
import { ROWS_PER_PAGE } from '#contract/search-text.ts'
import { toast } from '../ui/toasts.tsx'
import { useOnce } from '../ui/use-once.ts'

type Page<Row> = { rows: Row[] } & TotalCount

/** A list whose first page is there: its rows, and a button that brings the next ones as long as there are any. */
export function useMore<Row>(
  first: Page<Row>,
  load: (page: string) => Promise<Page<Row>>,
  keyOf: (row: Row) => string,
): { rows: Row[]; more: ReactNode } {
  const [shown, setShown] = useState({ rows: first.rows, pages: 1 })
  const [showMore, loading] = useOnce(async () => {
    try {
      const pages = shown.pages + 1
      const next = await load(String(pages))
      // What came in meanwhile has pushed rows that are shown already into the next page.
      const known = new Set(shown.rows.map(keyOf))
      setShown({ pages, rows: [...shown.rows, ...next.rows.filter((row) => !known.has(keyOf(row)))] })
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  const more = shown.pages * ROWS_PER_PAGE < first.total && (
    <button type="button" className="btn btn-sm btn-outline mt-4" aria-disabled={loading} onClick={showMore}>
      Show more
    </button>
  )
  return { rows: shown.rows, more }
}
