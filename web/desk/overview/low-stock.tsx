import { useId } from 'react'
import { Link } from 'react-router'
import { isOrderable, LOW_STOCK_ORDERS, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import { stockProblem } from '#contract/catalogue/stock-problem.ts'
import type { Overview } from '#contract/desk/overview.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { Chip } from '../../ui/chip.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'
import { FiguresTable } from './figures-table.tsx'

/** The products with the least stock, those that cannot be ordered first. */
export function LowStock({ lowStock: { products, scarcest } }: Pick<Overview, 'lowStock'>) {
  const id = useId()
  const more = products - scarcest.length
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          Low stock
        </h2>
        <ArrowLink to="/dashboard/manageProduct">{texts.dashboard.manageProduct}</ArrowLink>
      </div>
      <p className="mb-4 text-quiet">
        {products > 0
          ? `Stock for fewer than ${LOW_STOCK_ORDERS} minimum orders.`
          : 'No products are low on stock.'}
      </p>
      {scarcest.length > 0 && (
        <FiguresTable
          labelledBy={id}
          columns={['Product', 'In stock', 'Minimum order']}
          rows={scarcest.map((product) => ({
            key: product._id,
            name: (
              <>
                <Link
                  to={`/dashboard/manageProduct?${new URLSearchParams({ q: product.name })}`}
                  className="text-link underline-offset-4 hover:underline"
                >
                  {keepMeasures(product.name)}
                </Link>
                {!isOrderable(product) && (
                  <span className="mt-1 block">
                    <Chip look="error">{stockProblem(product)}</Chip>
                  </span>
                )}
              </>
            ),
            figures: [formatCount(product.quantity), formatCount(minimumOrder(product))],
          }))}
        />
      )}
      {more > 0 && <p className="mt-4 text-quiet">And {formatCount(more)} more.</p>}
    </section>
  )
}
