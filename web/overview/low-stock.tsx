import { useId } from 'react'
import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/format-count.ts'
import { isOrderable, LOW_STOCK_ORDERS, minimumOrder } from '#contract/order-quantity.ts'
import type { Overview } from '#contract/overview.ts'

/** The products with the least stock, those that cannot be ordered first. */
export function LowStock({ lowStock: { products, scarcest } }: Pick<Overview, 'lowStock'>) {
  const id = useId()
  const more = products - scarcest.length
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          Low stock
        </h2>
        <Link to="/dashboard/manageProduct" className="arrow-link">
          {texts.dashboard.manageProduct}
        </Link>
      </div>
      <p className="mb-4 text-quiet">
        {products > 0
          ? `Stock for fewer than ${LOW_STOCK_ORDERS} minimum orders.`
          : `Every product has stock for at least ${LOW_STOCK_ORDERS} minimum orders.`}
      </p>
      {scarcest.length > 0 && (
        <table className="figures" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Left</th>
              <th scope="col">Minimum order</th>
            </tr>
          </thead>
          <tbody>
            {scarcest.map((product) => (
              <tr key={product._id}>
                <th scope="row">
                  {product.name}
                  {!isOrderable(product) && <strong className="block text-error">Cannot be ordered</strong>}
                </th>
                <td>{formatCount(product.quantity)}</td>
                <td>{formatCount(minimumOrder(product))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p className="mt-4 text-quiet">And {formatCount(more)} more.</p>}
    </section>
  )
}
