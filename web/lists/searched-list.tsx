import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTotal, type TotalCount } from '#contract/formats/format-number.ts'
import type { StateSearch } from '#contract/sales/state-search.ts'
import { LinkChoice } from '../ui/controls/choice.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ListPages, ListRows } from './paged-list.tsx'
import { SearchAsTyped } from './search-as-typed.tsx'

type SearchedListProps<State extends string> = TotalCount & {
  nouns: string
  texts: { searchLabel: string; filterLabel: string; noMatch: string; showAll: string }
  /** What is shown, and what is asked for while that loads. */
  search: StateSearch<State>
  requested: StateSearch<State>
  states: readonly State[]
  labelOf: (state: State) => string
  /** What rows in this state are called. */
  describe: (state: State | undefined, noun: string) => string
  addressOf: (search: StateSearch<State>) => string
  /** Beside the number of rows. */
  aside?: ReactNode
  children: ReactNode
}

/** An admin's list that is searched while typing and narrowed by a state. */
export function SearchedList<State extends string>({
  nouns,
  texts,
  search,
  requested,
  states,
  labelOf,
  describe,
  addressOf,
  aside,
  total,
  exact,
  children,
}: SearchedListProps<State>) {
  const { q, state, page } = search
  const options = [undefined, ...states].map((state) => ({
    label: state ? labelOf(state) : 'All',
    to: addressOf({ ...requested, state, page: 1 }),
    chosen: state === requested.state,
  }))
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <SearchAsTyped label={texts.searchLabel} addressOf={(q) => addressOf({ ...requested, q, page: 1 })} />
        <LinkChoice label={texts.filterLabel} options={options} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-quiet">
          {formatTotal({ total, exact })} {describe(state, total === 1 ? nouns.slice(0, -1) : nouns)}
          {q && ` for “${q}”`}
          {total > 1 && ', newest first'}
        </p>
        {aside}
      </div>
      {total === 0 && (
        <EmptyState sentence={texts.noMatch}>
          <Link to={addressOf({ q: '', page: 1 })} className="btn btn-primary">
            {texts.showAll}
          </Link>
        </EmptyState>
      )}
      <ListRows>{children}</ListRows>
      <ListPages page={page} total={total} addressOf={(page) => addressOf({ ...search, page })} />
    </div>
  )
}
