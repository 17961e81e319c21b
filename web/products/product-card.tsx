import { Link } from 'react-router'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { isOrderable, minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { Picture } from '../ui/picture.tsx'

type ProductCardProps = { product: Product; loading: 'eager' | 'lazy' }

export function ProductCard({ product, loading }: ProductCardProps) {
  const minimum = minimumOrder(product)
  return (
    <article className="product-card">
      <Picture
        src={product.image}
        fallback="/no-picture.svg"
        alt={product.name}
        width={400}
        height={300}
        loading={loading}
        className="drawing aspect-4/3 w-full bg-base-200 object-cover"
      />
      <h3 className="line-clamp-2 px-4 pt-4 text-lg lg:px-5">{product.name}</h3>
      <p className="truncate px-4 pt-1 text-quiet text-sm lg:px-5">{product.description}</p>
      <p className="px-4 pt-3 lg:px-5">
        <span className="font-heading text-xl">{formatDollars(product.price)}</span>
        <span className="text-quiet"> / unit</span>
      </p>
      <dl className="detail-list px-4 pt-3 lg:px-5">
        <div>
          <dt>Minimum order</dt>
          <dd>{formatCount(minimum)}</dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>{formatCount(product.quantity)}</dd>
        </div>
        <div>
          <dt>Price for {formatCount(minimum)}</dt>
          <dd>{formatDollars(product.price * minimum)}</dd>
        </div>
      </dl>
      <div className="p-4 pt-3 lg:p-5 lg:pt-3">
        {isOrderable(product) ? (
          <Link
            to={`/product/${product._id}`}
            prefetch="intent"
            className="btn btn-primary btn-block product-card-link"
          >
            Order <span className="sr-only">{product.name}</span>
          </Link>
        ) : (
          <p className="flex h-10 items-center justify-center rounded-field bg-base-200 font-semibold">
            {product.quantity === 0 ? 'Sold out' : 'Not enough in stock to order'}
          </p>
        )}
      </div>
    </article>
  )
}
