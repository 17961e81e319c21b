import { Link } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { slugOf } from '#contract/formats/slug.ts'
import { categoryAddress } from '../../layout/catalogue-links.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'
import { Thumbnail } from './thumbnail.tsx'

type AlternativesProps = {
  category: string
  /** Others of the category that can be ordered; there may be none. */
  products: Product[]
  addressOf: (product: Product) => string
}

/** What else there is, below the reason why a product cannot be ordered. */
export function Alternatives({ category, products, addressOf }: AlternativesProps) {
  if (products.length === 0)
    return <ArrowLink to="/catalogue?inStock=true">See all products in stock</ArrowLink>
  return (
    <section aria-labelledby="alternatives" className="grid gap-3 print:hidden">
      <h2 id="alternatives" className="text-lg">
        {`In stock in ${category}`}
      </h2>
      <ul className="grid gap-2">
        {products.map((product) => (
          <li
            key={product._id}
            className="relative flex items-center gap-3 rounded-box border border-base-300 p-3 has-[a:hover]:border-link"
          >
            <Thumbnail image={product.image} />
            <p className="flex grow flex-wrap items-baseline justify-between gap-x-3">
              <Link
                to={addressOf(product)}
                prefetch="intent"
                className="font-semibold after:absolute after:inset-0"
              >
                {keepMeasures(product.name)}
              </Link>
              <span>
                {formatDollars(product.price)}
                <span className="text-quiet"> / unit</span>
              </span>
            </p>
          </li>
        ))}
      </ul>
      <ArrowLink to={categoryAddress(slugOf(category))}>See all in {category}</ArrowLink>
    </section>
  )
}
