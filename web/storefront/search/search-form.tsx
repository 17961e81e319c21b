import { type ComponentProps, useState } from 'react'
import { type CatalogueSearch, defaultSort } from '#contract/catalogue/product-search.ts'
import { MAX_SEARCH_LENGTH } from '#contract/formats/search-text.ts'
import { SelectField } from '../../ui/controls/field.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { SearchIcon } from '../../ui/page/icons.tsx'
import { hasFoldedFilters } from './catalogue-address.ts'

/** Fields elsewhere on the page belong to the form by this id. */
export const SEARCH_FORM_ID = 'catalogue-search'

type SearchFormProps = { search: CatalogueSearch; form: ComponentProps<'form'> }

/** A plain GET form; where scripts run it searches by itself. */
export function SearchForm({ search, form }: SearchFormProps) {
  const { q, sort, min, max, inStock, category, view } = search
  // Only at first: nothing folds away under somebody's fingers.
  const [opened] = useState(hasFoldedFilters(search))
  return (
    <search>
      <form
        {...form}
        id={SEARCH_FORM_ID}
        method="get"
        action="/catalogue"
        noValidate
        className="grid gap-4 print:hidden"
      >
        {category && <input type="hidden" name="category" value={category} />}
        {view === 'list' && <input type="hidden" name="view" value={view} />}
        <div className="flex gap-2">
          <label htmlFor="catalogue-q" className="sr-only">
            Search products
          </label>
          <input
            id="catalogue-q"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Search products"
            autoComplete="off"
            enterKeyHint="search"
            className="input h-12 w-auto grow"
          />
          <button type="submit" className="btn btn-primary h-12">
            <SearchIcon />
            <span className="max-sm:sr-only">Search</span>
          </button>
        </div>
        <details open={opened} className="filters">
          <summary className="btn btn-outline btn-block">Filters</summary>
          <div className="grid grid-cols-2 items-end gap-4 md:grid-cols-[repeat(2,minmax(0,9rem))_minmax(0,13rem)_auto_1fr]">
            <PriceField label="Price from" name="min" defaultValue={min ?? ''} />
            <PriceField label="Price to" name="max" defaultValue={max ?? ''} />
            <SelectField label="Sort by" name="sort" defaultValue={sort === defaultSort(q) ? '' : sort}>
              <option value="">{q ? 'Best match' : 'Newest first'}</option>
              {q && <option value="newest">Newest first</option>}
              <option value="price-asc">Lowest price</option>
              <option value="price-desc">Highest price</option>
              <option value="stock">Most in stock</option>
            </SelectField>
            <label className="flex min-h-10 cursor-pointer items-center gap-3 font-semibold">
              <input
                type="checkbox"
                name="inStock"
                value="true"
                defaultChecked={inStock}
                className="size-5 accent-primary"
              />
              In stock
            </label>
            <button type="submit" className="btn btn-outline without-script">
              Apply
            </button>
          </div>
        </details>
      </form>
    </search>
  )
}

function PriceField(field: { label: string; name: string; defaultValue: number | '' }) {
  return <NumberField {...field} inputMode="decimal" placeholder="$" />
}
