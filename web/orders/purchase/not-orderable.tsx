import { Link } from 'react-router'
import { minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { quantityProblem } from '#contract/catalogue/quantity-problem.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { Alternatives } from '../../storefront/product/alternatives.tsx'
import { Notice } from '../../ui/page/notice.tsx'
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
