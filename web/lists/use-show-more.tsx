import { type ReactNode, useState } from 'react'
import type { TotalCount } from '#contract/formats/format-number.ts'
import { ROWS_PER_PAGE } from '#contract/formats/search-text.ts'
import { useSingleFlight } from '../ui/controls/use-single-flight.ts'
import { toast } from '../ui/page/toasts.tsx'

type Page<Row> = { rows: Row[] } & TotalCount

/** Continues a list after its first page: the loaded rows, and a button that loads more while there are any. */
export function useShowMore<Row>(
  first: Page<Row>,
  load: (page: string) => Promise<Page<Row>>,
  keyOf: (row: Row) => string,
): { rows: Row[]; more: ReactNode; remove: (row: Row) => void } {
  const [shown, setShown] = useState({ first, rows: first.rows, pages: 1 })
  const remove = (gone: Row) =>
    setShown((now) => ({ ...now, rows: now.rows.filter((row) => keyOf(row) !== keyOf(gone)) }))
  // Loaded anew: the list begins again.
  if (shown.first !== first) setShown({ first, rows: first.rows, pages: 1 })
  const [showMore, loading] = useSingleFlight(async () => {
    try {
      const pages = shown.pages + 1
      const next = await load(String(pages))
      // New entries may have pushed rows that are already shown into the next page.
      const shownKeys = new Set(shown.rows.map(keyOf))
      setShown({
        first,
        pages,
        rows: [...shown.rows, ...next.rows.filter((row) => !shownKeys.has(keyOf(row)))],
      })
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  const more = shown.pages * ROWS_PER_PAGE < first.total && (
    <button type="button" className="btn btn-sm btn-outline mt-4" aria-disabled={loading} onClick={showMore}>
      Show more
    </button>
  )
  return { rows: shown.rows, more, remove }
}
