import type { FormEventHandler, ReactNode } from 'react'
import { Link } from 'react-router'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import { isOrderable } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { differingSpecs, specOf } from './differing-specs.ts'
import { type PriceForUnits, priceForUnits } from './price-for-units.ts'
import './product-list.css'

const MAX_SPEC_COLUMNS = 4
/** Beyond these, specifications are shown only on a wide screen. */
const SPEC_COLUMNS = 2

type ProductListProps = { products: Product[]; units: number | null }

/** Products on a line each, to compare. On a phone its cells flow, which is why the roles are spelled out. */
export function ProductList({ products, units }: ProductListProps) {
  const specs = differingSpecs(products, MAX_SPEC_COLUMNS)
  const hasSkus = products.some(({ sku }) => sku !== '')
  const priceLabel = units ? `Price for ${formatCount(units)}` : 'Minimum order'
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" aria-label="Products" className="product-list">
      <thead role="rowgroup">
        <tr role="row">
          <Header>Name</Header>
          {hasSkus && <Header>SKU</Header>}
          {specs.map((name, position) => (
            <Header key={name} className={specClass(position)}>
              {name}
            </Header>
          ))}
          <Header className="number">Unit price</Header>
          <Header className="number">In stock</Header>
          <Header className="number total">{priceLabel}</Header>
          <Header className="action print:hidden">
            <span className="sr-only">Order</span>
          </Header>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {products.map((product) => {
          const price = priceForUnits(product, units)
          return (
            <tr key={product._id} role="row">
              <th role="rowheader" scope="row">
                <Link to={itemAddress(product)} className="text-link underline-offset-4 hover:underline">
                  {keepMeasures(product.name)}
                </Link>
              </th>
              {hasSkus && (
                <td role="cell" className="text-quiet">
                  {product.sku}
                </td>
              )}
              {specs.map((name, position) => (
                <td key={name} role="cell" className={specClass(position)} data-label={name}>
                  {keepMeasures(specOf(product, name) ?? '')}
                </td>
              ))}
              <td role="cell" className="number" data-label="Unit price">
                {formatDollars(product.price)}
              </td>
              <td role="cell" className="number" data-label="In stock">
                {formatCount(product.quantity)}
              </td>
              <td
                role="cell"
                className="number total"
                data-label={units && 'price' in price ? priceLabel : undefined}
              >
                <Price price={price} isForMinimum={!units} />
              </td>
              <td role="cell" className="action print:hidden">
                {isOrderable(product) && (
                  <Link
                    to={orderAddress(product, 'price' in price ? units : null)}
                    className="btn btn-primary btn-sm"
                  >
                    Order <span className="sr-only">{product.name}</span>
                  </Link>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

type HeaderProps = { className?: string | undefined; children: ReactNode }

const Header = ({ className, children }: HeaderProps) => (
  // biome-ignore lint/a11y/noRedundantRoles: see above
  <th role="columnheader" scope="col" className={className}>
    {children}
  </th>
)

const specClass = (position: number) => (position < SPEC_COLUMNS ? undefined : 'roomy')

const orderAddress = ({ _id }: Product, units: number | null) =>
  units ? `/product/${_id}?units=${units}` : `/product/${_id}`

function Price({ price, isForMinimum }: { price: PriceForUnits; isForMinimum: boolean }) {
  if ('problem' in price) return <span className="whitespace-normal text-quiet">{price.problem}</span>
  return (
    <>
      {isForMinimum && <span className="text-quiet">{formatCount(price.units)} for </span>}
      <span className="font-semibold">{formatDollars(price.price)}</span>
    </>
  )
}

type UnitsFieldProps = { form: string; units: number | null; onInput: FormEventHandler }

/** One quantity for the whole list, a field of the search form. */
export function UnitsField({ form, units, onInput }: UnitsFieldProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <label htmlFor="catalogue-units" className="font-semibold">
        Quantity
      </label>
      <input
        type="text"
        id="catalogue-units"
        form={form}
        name="units"
        defaultValue={units ?? ''}
        inputMode="numeric"
        maxLength={9}
        placeholder="Minimum"
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby="catalogue-units-help"
        className="input w-28"
        onInput={onInput}
      />
      <button type="submit" form={form} className="btn btn-outline without-script">
        Show prices
      </button>
      <p id="catalogue-units-help" className="text-quiet text-sm">
        Prices in the list are for this many units.
      </p>
    </div>
  )
}
