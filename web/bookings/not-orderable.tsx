import { Link } from 'react-router'
import { formatCount } from '#contract/format-number.ts'
import { minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { quantityProblem } from '#contract/quantity-problem.ts'
import { Alternatives } from '../products/alternatives.tsx'
import { Notice } from '../ui/notice.tsx'
import { PURCHASE_REASON } from './purchase-form.tsx'

type NotOrderableProps = { product: Product; alternatives: Product[] }

/** Above the purchase form: why it cannot be used, and what else there is. */
export function NotOrderable({ product, alternatives }: NotOrderableProps) {
  const { quantity, category } = product
  return (
    <div className="grid gap-4">
      <Notice>
        <p className="font-semibold">{stockSentence(product)}</p>
        <p id={PURCHASE_REASON}>{quantityProblem(quantity, product)}</p>
        <p>More may arrive.</p>
        <Link to={`?ask=${minimumOrder(product)}`} className="btn btn-primary mt-3">
          Ask for a quote
        </Link>
      </Notice>
      <Alternatives category={category} products={alternatives} addressOf={({ _id }) => `/product/${_id}`} />
    </div>
  )
}

function stockSentence(product: Product) {
  if (product.quantity === 0) return 'Sold out'
  const left = `Only ${formatCount(product.quantity)} left`
  const minimum = minimumOrder(product)
  return product.quantity < minimum
    ? `${left}; the minimum order is ${formatCount(minimum)}`
    : `${left}; an order of ${formatCount(minimum)} would leave none in stock`
}
