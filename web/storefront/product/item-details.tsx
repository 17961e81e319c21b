import { Link } from 'react-router'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import { isOrderable } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { stockProblem } from '#contract/catalogue/stock-problem.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { Picture } from '../../ui/picture.tsx'
import { Alternatives } from './alternatives.tsx'
import { OrderTerms } from './order-terms.tsx'
import { ProductBreadcrumb } from './product-breadcrumb.tsx'
import { Specifications } from './specifications.tsx'
import { usualQuantities } from './usual-quantities.ts'

type ItemDetailsProps = {
  product: Product
  /** What else there is if it cannot be ordered. */
  alternatives: Product[]
  /** Shop and address: on paper nothing else says whose product it is. */
  imprint: string
}

/** Everything there is to know about a product. */
export function ItemDetails({ product, alternatives, imprint }: ItemDetailsProps) {
  const { name, sku, specs } = product
  return (
    <div className="content grid gap-4 py-4 lg:gap-6 lg:py-8">
      <ProductBreadcrumb product={product} />
      <div>
        <p className="mb-2 hidden text-quiet text-sm print:block">{imprint}</p>
        <h1 className="text-2xl">{keepMeasures(name)}</h1>
        {sku && <p className="mt-2 text-quiet">SKU {sku}</p>}
      </div>
      <article className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-3 print:grid-cols-2">
        <Picture
          src={product.image}
          alt={name}
          width={800}
          height={600}
          loading="eager"
          fetchPriority="high"
          sizes="(min-width: 48rem) min(50vw, 380px), 100vw"
          className="w-full rounded-box"
        />
        <div className="grid gap-4 lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <p>
            <span className="font-heading text-2xl">{formatDollars(product.price)}</span>
            <span className="text-quiet"> / unit</span>
          </p>
          <div>
            <OrderTerms product={product} />
            <DetailList details={pricesOfMore(product)} />
          </div>
          {isOrderable(product) ? (
            <Link
              to={`/product/${product._id}`}
              prefetch="intent"
              className="btn btn-primary btn-lg btn-block print:hidden"
            >
              Order
            </Link>
          ) : (
            <>
              <p className="flex h-12 items-center justify-center rounded-field bg-base-200 font-semibold">
                {stockProblem(product)}
              </p>
              {product.quantity > 0 && (
                <p className="text-quiet">An order always leaves at least one unit in stock.</p>
              )}
              <Alternatives category={product.category} products={alternatives} addressOf={itemAddress} />
            </>
          )}
        </div>
        {specs.length > 0 && <Specifications specs={specs} />}
        <section
          aria-labelledby="description"
          className={`grid gap-2 ${specs.length > 0 ? 'lg:col-span-2' : ''}`}
        >
          <h2 id="description" className="text-lg">
            Description
          </h2>
          <p className="max-w-160 whitespace-pre-line">{keepMeasures(product.description)}</p>
        </section>
      </article>
    </div>
  )
}

/** The first of the usual quantities is the minimum order, whose price is one of the terms. */
const pricesOfMore = (product: Product) =>
  usualQuantities(product)
    .slice(1)
    .map((units) => [`Price for ${formatCount(units)}`, formatDollars(product.price * units)] as const)
