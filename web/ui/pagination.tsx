import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { focusHeading } from './page/focus-heading.ts'
import { ArrowIcon } from './page/icons.tsx'

type PaginationProps = { page: number; pages: number; addressOf: (page: number) => string }

export function Pagination({ page, pages, addressOf }: PaginationProps) {
  useFocusAtTop(page)
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2 border-base-300 border-t pt-6">
      {page > 1 && (
        <Link to={addressOf(page - 1)} rel="prev" className="btn btn-outline">
          <span className="rotate-180">
            <ArrowIcon />
          </span>
          Previous
        </Link>
      )}
      <ol className="flex flex-wrap gap-1 max-sm:order-last max-sm:w-full">
        {shownPages(page, pages).map((shown) =>
          typeof shown === 'number' ? (
            <li key={shown}>
              <Link
                to={addressOf(shown)}
                aria-label={`Page ${shown}`}
                aria-current={shown === page ? 'page' : undefined}
                className="btn btn-ghost btn-square aria-[current]:btn-primary"
              >
                {shown}
              </Link>
            </li>
          ) : (
            <li key={shown} aria-hidden="true" className="grid size-10 place-items-center text-quiet">
              …
            </li>
          ),
        )}
      </ol>
      {page < pages && (
        <Link to={addressOf(page + 1)} rel="next" className="btn btn-outline ml-auto">
          Next
          <ArrowIcon />
        </Link>
      )}
    </nav>
  )
}

/** The path stays the same from page to page, so reading has to be sent back to the top here. */
function useFocusAtTop(page: number) {
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    focusHeading()
  }, [page])
}

type Gap = 'gap before' | 'gap after'

/** The first, the last, and those around the current one. */
function shownPages(page: number, pages: number): (number | Gap)[] {
  const near = [page - 1, page, page + 1].filter((shown) => shown > 1 && shown < pages)
  const before: Gap[] = (near[0] ?? pages) > 2 ? ['gap before'] : []
  const after: Gap[] = (near.at(-1) ?? 1) < pages - 1 ? ['gap after'] : []
  return [1, ...before, ...near, ...after, pages]
}
