import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type CatalogueSearch, defaultSort, readCatalogueSearch } from '#contract/catalogue/product-search.ts'
import { controlOf } from '../../forms/form-values.ts'
import { useRequestedSearch } from '../../lists/use-requested-search.ts'
import { catalogueAddress } from './catalogue-address.ts'

const PAUSE_MS = 200

/** A form that searches while it is filled in. The fields are the browser's own, so that nothing typed is ever overwritten. */
export function useSearchForm(search: CatalogueSearch) {
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
    const typed = searchIn(form.current)
    if (!request(catalogueAddress(typed))) return
    const page = isSameSearch(typed, search) ? search.page : 1
    navigate(catalogueAddress({ ...typed, page }), { replace: true, preventScrollReset: true })
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

/** What asks the server for something at every letter; a quantity does not. */
const isTyped = (target: EventTarget) =>
  target instanceof HTMLInputElement && target.type !== 'checkbox' && target.name !== 'units'

/** Whether both find the same products; the quantity that prices are for changes only the prices. */
const isSameSearch = (one: CatalogueSearch, other: CatalogueSearch) =>
  catalogueAddress({ ...one, page: 1, units: null }) === catalogueAddress({ ...other, page: 1, units: null })

function searchIn(form: HTMLFormElement): CatalogueSearch {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readCatalogueSearch(new URLSearchParams(typed))
}

function fill(form: HTMLFormElement, { q, sort, min, max, inStock, units }: CatalogueSearch) {
  const values = { q, sort: sort === defaultSort(q) ? '' : sort, min: min ?? '', max: max ?? '' }
  for (const [name, value] of Object.entries(values)) controlOf(form, name).value = String(value)
  controlOf(form, 'inStock').checked = inStock
  // The list view has this field while it shows products.
  const quantity = form.elements.namedItem('units')
  if (quantity instanceof HTMLInputElement) quantity.value = String(units ?? '')
}
