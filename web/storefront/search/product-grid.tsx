import type { Product } from '#contract/catalogue/products.ts'
import { ProductCard } from '../product/product-card.tsx'

const FIRST_ROW = 3

type ProductGridProps = {
  products: Product[]
  /** The page is about them: a visitor sees the first row without scrolling. */
  main?: boolean
}

/** The cards of a row share their lines, so that names of one and two lines stay level. */
export function ProductGrid({ products, main = false }: ProductGridProps) {
  return (
    <ul className="-mb-6 grid grid-cols-1 gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
      {products.map((product, position) => (
        <li
          key={product._id}
          className="pb-6 sm:row-span-6 sm:grid sm:grid-cols-[minmax(0,1fr)] sm:grid-rows-subgrid"
        >
          <ProductCard product={product} loading={main && position < FIRST_ROW ? 'eager' : 'lazy'} />
        </li>
      ))}
    </ul>
  )
}
