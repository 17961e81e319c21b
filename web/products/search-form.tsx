import { defaultSort, type ProductSearch } from '#contract/product-search.ts'
import { MAX_SEARCH_LENGTH } from '#contract/search-text.ts'
import { SelectField } from '../ui/field.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { useSearchForm } from './use-search-form.ts'

/** A plain GET form; where scripts run it searches by itself. */
export function SearchForm({ search }: { search: ProductSearch }) {
  const { q, sort, min, max, inStock } = search
  const form = useSearchForm(search)
  return (
    <search>
      <form
        {...form}
        method="get"
        action="/catalogue"
        noValidate
        className="grid grid-cols-2 items-end gap-4 md:grid-cols-[repeat(2,minmax(0,9rem))_minmax(0,13rem)_auto_1fr]"
      >
        <div className="col-span-full flex gap-2">
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
      </form>
    </search>
  )
}

function PriceField(field: { label: string; name: string; defaultValue: number | '' }) {
  return <NumberField {...field} inputMode="decimal" placeholder="$" />
}
