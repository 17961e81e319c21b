import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH, normalizeSearch } from '#contract/formats/search-text.ts'
import { SearchIcon } from '../ui/page/icons.tsx'
import { listAddress, useRequestedQuery } from './paged-list.tsx'
import { useRequestedSearch } from './use-requested-search.ts'

const PAUSE_MS = 200

type SearchAsTypedProps = { label: string; addressOf?: (q: string) => string }

/** Searches while typing; the search is in the URL. */
export function SearchAsTyped({ label, addressOf = listAddress }: SearchAsTypedProps) {
  const q = normalizeSearch(useRequestedQuery().get('q') ?? '')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRequestedSearch(q, () => {
    if (field.current) field.current.value = q
  })

  function search() {
    clearTimeout(pause.current)
    const typed = normalizeSearch(field.current?.value ?? '')
    if (request(typed)) navigate(addressOf(typed), { replace: true, flushSync: true })
  }
  useEffect(() => () => clearTimeout(pause.current), [])

  // What else is requested may have changed since the last key.
  const latestSearch = useRef(search)
  useEffect(() => {
    latestSearch.current = search
  })

  return (
    <search className="w-full max-w-96">
      <label className="input w-full">
        <SearchIcon />
        <span className="sr-only">{label}</span>
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={label}
          autoComplete="off"
          enterKeyHint="search"
          onKeyDown={({ key }) => key === 'Enter' && search()}
          onInput={() => {
            clearTimeout(pause.current)
            pause.current = setTimeout(() => latestSearch.current(), PAUSE_MS)
          }}
        />
      </label>
    </search>
  )
}
