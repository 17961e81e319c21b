import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { DetailList } from '../ui/detail-list.tsx'

/** What a bulk buyer compares. */
export function OrderTerms({ product }: { product: Product }) {
  const minimum = minimumOrder(product)
  const terms = {
    'Minimum order': formatCount(minimum),
    Available: formatCount(product.quantity),
    [`Price for ${formatCount(minimum)}`]: formatDollars(product.price * minimum),
  }
  return <DetailList details={terms} />
}
