import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { defaultSort, type ProductSearch, readProductSearch } from '#contract/product-search.ts'
import { controlOf } from '../ui/form-values.ts'
import { useRequestedSearch } from '../use-requested-search.ts'
import { catalogueAddress } from './catalogue-address.ts'

const PAUSE_MS = 200

/** A form that searches while it is filled in. The fields are the browser's own, so that nothing typed is ever overwritten. */
export function useSearchForm(search: ProductSearch) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRequestedSearch(catalogueAddress({ ...search, page: 1 }), () => {
    clearTimeout(pause.current)
    if (form.current) fill(form.current, search)
  })

  function submit() {
    clearTimeout(pause.current)
    if (!form.current) return
    const address = catalogueAddress(searchIn(form.current))
    if (request(address)) navigate(address, { replace: true, preventScrollReset: true })
  }

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
