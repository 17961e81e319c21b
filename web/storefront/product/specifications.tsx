import type { Product } from '#contract/catalogue/products.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'

export function Specifications({ specs }: Pick<Product, 'specs'>) {
  return (
    <section aria-labelledby="specifications" className="grid gap-2">
      <h2 id="specifications" className="text-lg">
        Specifications
      </h2>
      <DetailList details={specs.map(({ name, value }) => [name, keepMeasures(value)] as const)} />
    </section>
  )
}
