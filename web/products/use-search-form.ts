import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ProductSearch, readProductSearch, usualSort } from '#contract/product-search.ts'
import { controlIn } from '../ui/form-values.ts'
import { catalogueAddress } from './catalogue-address.ts'

const PAUSE_MS = 200

/** A form that searches while it is filled in. The fields are the browser's own, so that nothing typed is ever overwritten. */
export function useSearchForm(search: ProductSearch) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const shown = catalogueAddress({ ...search, page: 1 })
  const asked = useRef(shown)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  function ask() {
    clearTimeout(pause.current)
    if (!form.current) return
    const address = catalogueAddress(searchIn(form.current))
    if (address === asked.current) return
    asked.current = address
    navigate(address, { replace: true, preventScrollReset: true })
  }

  // A link or the way back led to another search: the fields follow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the search
  useEffect(() => {
    if (shown === asked.current || !form.current) return
    clearTimeout(pause.current)
    asked.current = shown
    fill(form.current, search)
  }, [shown])

  // What was typed before the page became interactive; last, so that it is not taken for another search's fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning
  useEffect(() => {
    ask()
    return () => clearTimeout(pause.current)
  }, [])

  return {
    ref: form,
    onInput({ target }: FormEvent) {
      clearTimeout(pause.current)
      pause.current = setTimeout(ask, isTyped(target) ? PAUSE_MS : 0)
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      ask()
    },
  }
}

const isTyped = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

function searchIn(form: HTMLFormElement): ProductSearch {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readProductSearch(new URLSearchParams(typed))
}

function fill(form: HTMLFormElement, { q, sort, min, max, inStock }: ProductSearch) {
  const values = { q, sort: sort === usualSort(q) ? '' : sort, min: min ?? '', max: max ?? '' }
  for (const [name, value] of Object.entries(values)) controlIn(form, name).value = String(value)
  controlIn(form, 'inStock').checked = inStock
}
