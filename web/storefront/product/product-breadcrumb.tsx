import type { Product } from '#contract/catalogue/products.ts'
import { slugOf } from '#contract/formats/slug.ts'
import { categoryAddress } from '../../layout/catalogue-links.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { Breadcrumb } from '../../ui/page/breadcrumb.tsx'

/** The way to a product: all products, those of its category, itself. */
export function ProductBreadcrumb({ product: { name, category } }: { product: Product }) {
  const catalogue = { label: 'All products', to: '/catalogue' }
  const products = { label: category, to: categoryAddress(slugOf(category)) }
  return <Breadcrumb steps={category ? [catalogue, products] : [catalogue]} here={keepMeasures(name)} />
}
