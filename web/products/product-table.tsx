import { Link } from 'react-router'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { isOrderable, minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { type Column, ResponsiveTable } from '../ui/responsive-table.tsx'
import { ProductActions } from './product-actions.tsx'
import { Thumbnail } from './thumbnail.tsx'

export function ProductTable({ products }: { products: Product[] }) {
  const columns: Column<Product>[] = [
    { label: 'Picture', kind: 'picture', show: ({ image }) => <Thumbnail image={image} /> },
    {
      label: 'Name',
      kind: 'title',
      show: ({ _id, name, sku }) => (
        <>
          <Link to={`/product/${_id}`} className="text-link underline-offset-4 hover:underline">
            {name}
          </Link>
          {sku && <span className="block font-normal text-quiet text-sm">{sku}</span>}
        </>
      ),
    },
    { label: 'Price', kind: 'number', show: ({ price }) => formatDollars(price) },
    { label: 'Available', kind: 'number', show: (product) => <Available product={product} /> },
    { label: 'Minimum', kind: 'number', show: (product) => formatCount(minimumOrder(product)) },
    {
      label: 'Actions',
      kind: 'actions',
      show: (product) => <ProductActions product={product} />,
    },
  ]
  return <ResponsiveTable label="Products" columns={columns} rows={products} />
}

function Available({ product }: { product: Product }) {
  return (
    <>
      {formatCount(product.quantity)}
      {!isOrderable(product) && (
        <span className="block whitespace-normal text-error text-sm">
          {product.quantity === 0 ? 'Sold out' : 'Not enough to order'}
        </span>
      )}
    </>
  )
}
