import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { defaultSort, type ProductSearch, readProductSearch } from '#contract/product-search.ts'
import { controlOf } from '../ui/form-values.ts'
import { catalogueAddress } from './catalogue-address.ts'

const PAUSE_MS = 200

/** A form that searches while it is filled in. The fields are the browser's own, so that nothing typed is ever overwritten. */
export function useSearchForm(search: ProductSearch) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const shown = catalogueAddress({ ...search, page: 1 })
  const requested = useRef(shown)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  function submit() {
    clearTimeout(pause.current)
    if (!form.current) return
    const address = catalogueAddress(searchIn(form.current))
    if (address === requested.current) return
    requested.current = address
    navigate(address, { replace: true, preventScrollReset: true })
  }

  // A link or the back button led to another search: update the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the search
  useEffect(() => {
    if (shown === requested.current || !form.current) return
    clearTimeout(pause.current)
    requested.current = shown
    fill(form.current, search)
  }, [shown])

  // Submits what was typed before hydration; last, so that it is not overwritten by the effect above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning
  useEffect(() => {
    submit()
    return () => clearTimeout(pause.current)
  }, [])

  return {
    ref: form,
    onInput({ target }: FormEvent) {
      clearTimeout(pause.current)
      pause.current = setTimeout(submit, isTyped(target) ? PAUSE_MS : 0)
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      submit()
    },
  }
}

const isTyped = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

function searchIn(form: HTMLFormElement): ProductSearch {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readProductSearch(new URLSearchParams(typed))
}

function fill(form: HTMLFormElement, { q, sort, min, max, inStock }: ProductSearch) {
  const values = { q, sort: sort === defaultSort(q) ? '' : sort, min: min ?? '', max: max ?? '' }
  for (const [name, value] of Object.entries(values)) controlOf(form, name).value = String(value)
  controlOf(form, 'inStock').checked = inStock
}
