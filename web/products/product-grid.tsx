import type { Product } from '#contract/products.ts'
import { ProductCard } from './product-card.tsx'

const FIRST_ROW = 3

/** `aboveTheFold`: whether a visitor sees the first row without scrolling. */
export function ProductGrid({
  products,
  aboveTheFold = false,
}: {
  products: Product[]
  aboveTheFold?: boolean
}) {
  return (
    <ul className="product-grid">
      {products.map((product, position) => (
        <li key={product._id}>
          <ProductCard product={product} loading={aboveTheFold && position < FIRST_ROW ? 'eager' : 'lazy'} />
        </li>
      ))}
    </ul>
  )
}
