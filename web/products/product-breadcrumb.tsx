import type { Product } from '#contract/products.ts'
import { slugOf } from '#contract/slug.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { keepMeasures } from '../ui/keep-measures.ts'
import { categoryAddress } from './catalogue-links.ts'

/** The way to a product: all products, those of its category, itself. */
export function ProductBreadcrumb({ product: { name, category } }: { product: Product }) {
  const catalogue = { label: 'All products', to: '/catalogue' }
  const products = { label: category, to: categoryAddress(slugOf(category)) }
  return <Breadcrumb steps={category ? [catalogue, products] : [catalogue]} here={keepMeasures(name)} />
}
