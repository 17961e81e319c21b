import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toCents, toDollars } from '#contract/formats/money.ts'
import type { QuoteStep } from '#contract/sales/quote-steps.ts'

export const totalOf = (orders: number, unitPrice: number) => toDollars(toCents(unitPrice) * orders)

type OfferPricesProps = {
  steps: QuoteStep[]
  /** Of a product that is still sold. */
  listPrice: number | undefined
  /** The quantity whose price is marked. */
  orders?: number | undefined
}

/** What a unit costs from which quantity on. */
export function OfferPrices({ steps, listPrice, orders }: OfferPricesProps) {
  const chosen = steps.findLast((step) => orders !== undefined && step.orders <= orders)
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Prices in this offer</caption>
      <thead className="text-quiet text-sm">
        <tr className="border-quiet border-b">
          <th scope="col" className="py-2 pl-3 font-normal">
            Quantity
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Unit price
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {steps.length > 1 ? 'Total from' : 'Total'}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <tr
            key={step.orders}
            className={`border-base-300 border-b align-baseline ${step === chosen ? 'bg-base-200 [box-shadow:inset_3px_0_var(--color-link)]' : ''}`}
          >
            <th scope="row" className="whitespace-nowrap py-2 pl-3 font-semibold">
              {quantities(step, steps[index + 1])}
            </th>
            <td className="py-2 pl-3 text-right">
              {formatDollars(step.price)}
              {listPrice && listPrice > step.price && (
                <s className="block text-quiet text-sm">
                  <span className="sr-only">list price </span>
                  {formatDollars(listPrice)}
                </s>
              )}
            </td>
            <td className="whitespace-nowrap px-3 py-2 text-right">
              {formatDollars(totalOf(step.orders, step.price))}
              <Saving {...step} listPrice={listPrice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a quantity costs less than at the list price; nothing if it does not. */
export function Saving({ orders, price, listPrice }: QuoteStep & { listPrice: number | undefined }) {
  if (!listPrice || listPrice <= price) return null
  const amount = formatDollars(totalOf(orders, listPrice - price))
  return <span className="block text-sm text-success">saves {amount}</span>
}

const quantities = (step: QuoteStep, next: QuoteStep | undefined) =>
  next && next.orders - 1 > step.orders
    ? `${formatCount(step.orders)}–${formatCount(next.orders - 1)}`
    : formatCount(step.orders)
