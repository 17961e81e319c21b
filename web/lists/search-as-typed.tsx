import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH, normalizeSearch } from '#contract/search-text.ts'
import { SearchIcon } from '../ui/icons.tsx'

const PAUSE_MS = 200

type SearchAsTypedProps = { q: string; label: string; addressOf: (q: string) => string }

/** Searches while it is typed; the address remembers what for. */
export function SearchAsTyped({ q, label, addressOf }: SearchAsTypedProps) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const asked = useRef(q)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  function ask() {
    clearTimeout(pause.current)
    const wanted = normalizeSearch(field.current?.value ?? '')
    if (wanted === asked.current) return
    asked.current = wanted
    navigate(addressOf(wanted), { replace: true })
  }
  useEffect(() => () => clearTimeout(pause.current), [])

  // A link or the way back led to another search: the field follows.
  useEffect(() => {
    if (q === asked.current || !field.current) return
    asked.current = q
    field.current.value = q
  }, [q])

  return (
    <search className="w-full max-w-96">
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          ask()
        }}
      >
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
            className="placeholder:text-quiet placeholder:opacity-100"
            onInput={() => {
              clearTimeout(pause.current)
              pause.current = setTimeout(ask, PAUSE_MS)
            }}
          />
        </label>
      </form>
    </search>
  )
}
