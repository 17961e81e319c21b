import { Link } from 'react-router'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import { isOrderable } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { stockProblem } from '#contract/catalogue/stock-problem.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { Picture } from '../../ui/picture.tsx'
import { OrderTerms } from './order-terms.tsx'

type ProductCardProps = { product: Product; loading: 'eager' | 'lazy' }

export function ProductCard({ product, loading }: ProductCardProps) {
  return (
    <article className="relative overflow-hidden sm:row-span-6 sm:grid sm:grid-cols-[minmax(0,1fr)] sm:grid-rows-subgrid rounded-box border border-base-300 has-[a:hover]:border-link">
      <Picture
        src={product.image}
        alt={product.name}
        width={400}
        height={300}
        sizes="24rem"
        loading={loading}
        className="w-full"
      />
      <h3 className="px-4 pt-4 text-lg lg:px-5">
        {/* Above the card's own link. */}
        <Link
          to={itemAddress(product)}
          className="relative z-1 line-clamp-2 w-fit underline-offset-4 hover:underline"
        >
          {keepMeasures(product.name)}
        </Link>
      </h3>
      <p className="truncate px-4 pt-1 text-quiet text-sm lg:px-5">{product.description}</p>
      <p className="flex items-baseline gap-1 px-4 pt-3 lg:px-5">
        <span className="font-heading text-xl">{formatDollars(product.price)}</span>
        <span className="text-quiet">/ unit</span>
        {product.sku && (
          <span className="ml-auto truncate pl-3 text-quiet text-sm">
            <span className="sr-only">SKU </span>
            {product.sku}
          </span>
        )}
      </p>
      <div className="px-4 pt-3 lg:px-5">
        <OrderTerms product={product} />
      </div>
      <div className="p-4 pt-3 lg:p-5 lg:pt-3">
        {isOrderable(product) ? (
          // The whole card leads where its one button leads; a button that moves while pressed would shrink that to itself.
          <Link
            to={`/product/${product._id}`}
            prefetch="intent"
            className="btn btn-primary btn-block after:absolute after:inset-0 active:translate-none!"
          >
            Order <span className="sr-only">{product.name}</span>
          </Link>
        ) : (
          <p className="flex h-10 items-center justify-center rounded-field bg-base-200 font-semibold">
            {stockProblem(product)}
          </p>
        )}
      </div>
    </article>
  )
}
