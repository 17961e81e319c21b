import { formatCount } from '#contract/format-count.ts'
import { quantityProblem } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
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
        <p className="font-semibold">{quantity === 0 ? 'Sold out' : `Only ${formatCount(quantity)} left`}</p>
        <p id={PURCHASE_REASON}>{quantityProblem(quantity, product)}</p>
      </Notice>
      <Alternatives category={category} products={alternatives} addressOf={({ _id }) => `/product/${_id}`} />
    </div>
  )
}
