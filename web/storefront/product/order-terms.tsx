import { isOrderable, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { packageOf } from './package-of.ts'

/** What a bulk buyer compares. */
export function OrderTerms({ product }: { product: Product }) {
  const minimum = minimumOrder(product)
  const unit = packageOf(product.name)
  const terms = {
    ...(unit && { 'One unit': unit }),
    'Minimum order': `${formatCount(minimum)} units`,
    Available: `${formatCount(product.quantity)} units`,
    ...(isOrderable(product) && {
      [`Price for ${formatCount(minimum)}`]: formatDollars(product.price * minimum),
    }),
  }
  return <DetailList details={terms} />
}
