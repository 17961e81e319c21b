import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { DetailList } from '../ui/detail-list.tsx'

type OrderTermsProps = {
  product: Product
  /** What to give prices for. */
  quantities?: number[] | undefined
}

/** What a bulk buyer compares. */
export function OrderTerms({ product, quantities = [minimumOrder(product)] }: OrderTermsProps) {
  const prices = quantities.map((units) => [
    `Price for ${formatCount(units)}`,
    formatDollars(product.price * units),
  ])
  const terms = {
    'Minimum order': formatCount(minimumOrder(product)),
    Available: formatCount(product.quantity),
    ...Object.fromEntries(prices),
  }
  return <DetailList details={terms} />
}
