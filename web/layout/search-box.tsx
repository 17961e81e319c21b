import type { FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH } from '#contract/formats/search-text.ts'
import { textOf } from '../forms/form-values.ts'
import { SearchIcon } from '../ui/page/icons.tsx'
import { searchAddress } from './catalogue-links.ts'

/** Search from any page but the catalogue: a box where there is room, an icon on small screens. */
export function SearchBox() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (pathname === '/catalogue') return null

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const q = textOf(form, 'q')
    form.reset()
    navigate(searchAddress(q))
  }

  return (
    <>
      <search className="min-w-32 max-w-72 flex-1 max-lg:hidden">
        <form method="get" action="/catalogue" onSubmit={search}>
          <div className="input w-full pr-1">
            <input
              type="search"
              aria-label="Search products"
              name="q"
              maxLength={MAX_SEARCH_LENGTH}
              placeholder="Search"
              autoComplete="off"
              className="placeholder:text-quiet placeholder:opacity-100"
            />
            <button type="submit" className="btn btn-ghost btn-square btn-sm">
              <SearchIcon />
              <span className="sr-only">Search</span>
            </button>
          </div>
        </form>
      </search>
      <Link to="/catalogue" className="btn btn-ghost btn-square lg:hidden">
        <SearchIcon />
        <span className="sr-only">Search products</span>
      </Link>
    </>
  )
}
