import type { Product } from '#contract/products.ts'
import { ProductCard } from './product-card.tsx'

const FIRST_ROW = 3

export function ProductGrid({ products }: { products: Product[] }) {
  return (
    <ul className="product-grid">
      {products.map((product, position) => (
        <li key={product._id}>
          <ProductCard product={product} loading={position < FIRST_ROW ? 'eager' : 'lazy'} />
        </li>
      ))}
    </ul>
  )
}
