import { Link } from 'react-router'
import { isOrderable, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { Thumbnail } from '../../storefront/product/thumbnail.tsx'
import { Chip } from '../../ui/chip.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { isLowStock } from './is-low-stock.ts'
import { ProductActions } from './product-actions.tsx'
import './product-table.css'

const columns: Column<Product>[] = [
  { label: 'Picture', kind: 'picture', show: ({ image }) => <Thumbnail image={image} /> },
  {
    label: 'Name',
    kind: 'title',
    show: ({ _id, name, sku, category }) => (
      <>
        <Link
          to={`/product/${_id}`}
          title={name}
          className="product-name text-link underline-offset-4 hover:underline"
        >
          {keepMeasures(name)}
        </Link>
        <span className="block font-normal text-quiet text-sm">
          {[sku, category].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { label: 'Price', kind: 'number', show: ({ price }) => formatDollars(price) },
  {
    label: 'Available',
    kind: 'number',
    show: (product) => (
      <>
        {formatCount(product.quantity)} <StockChip product={product} />
      </>
    ),
  },
  { label: 'Minimum', kind: 'number', show: (product) => formatCount(minimumOrder(product)) },
  { label: 'Actions', kind: 'actions', show: (product) => <ProductActions product={product} /> },
]

export function ProductTable({ products }: { products: Product[] }) {
  return <ResponsiveTable label="Products" columns={columns} rows={products} />
}

/** Below the number; nothing where there is enough. */
function StockChip({ product }: { product: Product }) {
  if (!isLowStock(product)) return null
  const words = product.quantity === 0 ? 'Sold out' : isOrderable(product) ? 'Low' : 'Too few'
  return (
    <span className="block">
      <Chip look={isOrderable(product) ? 'attention' : 'error'}>{words}</Chip>
    </span>
  )
}
