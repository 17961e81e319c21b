import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import { isOrderable } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { slugOf } from '#contract/slug.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { DetailList } from '../ui/detail-list.tsx'
import { Picture } from '../ui/picture.tsx'
import { categoryAddress } from './catalogue-links.ts'
import { OrderTerms } from './order-terms.tsx'

/** Everything there is to know about a product. */
export function ItemDetails({ product }: { product: Product }) {
  const { name, sku, category, specs } = product
  const catalogue = { label: 'All products', to: '/catalogue' }
  const products = { label: category, to: categoryAddress(slugOf(category)) }
  return (
    <div className="content grid gap-4 py-4 lg:gap-6 lg:py-8">
      <Breadcrumb steps={category ? [catalogue, products] : [catalogue]} here={name} />
      <article className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 md:grid-cols-2 print:grid-cols-2">
        <Picture
          src={product.image}
          fallback="/no-picture.svg"
          alt={name}
          width={800}
          height={600}
          loading="eager"
          fetchPriority="high"
          sizes="(min-width: 48rem) min(50vw, 576px), 100vw"
          className="drawing aspect-4/3 w-full rounded-box bg-base-200 object-cover"
        />
        <div className="grid gap-4">
          <div>
            <h1 className="text-2xl">{name}</h1>
            {sku && <p className="mt-2 text-quiet">SKU {sku}</p>}
          </div>
          <p>
            <span className="font-heading text-2xl">{formatDollars(product.price)}</span>
            <span className="text-quiet"> / unit</span>
          </p>
          <OrderTerms product={product} />
          <OrderLink product={product} />
        </div>
        <section aria-labelledby="description" className="grid max-w-160 gap-2">
          <h2 id="description" className="text-lg">
            Description
          </h2>
          <p className="whitespace-pre-line">{product.description}</p>
        </section>
        {specs.length > 0 && (
          <section aria-labelledby="specifications" className="grid gap-2">
            <h2 id="specifications" className="text-lg">
              Specifications
            </h2>
            <DetailList details={specs.map(({ name, value }) => [name, value] as const)} />
          </section>
        )}
      </article>
    </div>
  )
}

function OrderLink({ product }: { product: Product }) {
  if (!isOrderable(product))
    return (
      <p className="flex h-12 items-center justify-center rounded-field bg-base-200 font-semibold">
        {product.quantity === 0 ? 'Sold out' : 'Not enough in stock to order'}
      </p>
    )
  return (
    <Link
      to={`/product/${product._id}`}
      prefetch="intent"
      className="btn btn-primary btn-lg btn-block print:hidden"
    >
      Order
    </Link>
  )
}
