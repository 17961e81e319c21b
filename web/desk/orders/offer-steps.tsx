import { useState } from 'react'
import { MINIMUM_ORDER } from '#contract/catalogue/order-quantity.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { MAX_STEPS, type QuoteStep } from '#contract/sales/quote-steps.ts'
import { wholeNumber } from '../../forms/typed-values.ts'
import { totalOf } from '../../orders/quotes/offer-prices.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { CloseIcon } from '../../ui/page/icons.tsx'

type Typed = { key: number; orders: string; price: string }

const typedOf = ({ orders, price }: QuoteStep, key: number): Typed => ({
  key,
  orders: String(orders),
  price: price.toFixed(2),
})

/** The prices of an offer as they are typed: one to four quantities, each from a larger one on. */
export function useOfferSteps(first: QuoteStep[]) {
  const [rows, setRows] = useState(() => first.map(typedOf))
  const change = (key: number, typed: Partial<Typed>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...typed } : row)))
  const add = () =>
    setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, orders: '', price: '' }])

  const rules = Object.fromEntries(
    rows.flatMap((row, index) => {
      const above = index > 0 ? wholeNumber(rows[index - 1]?.orders ?? '') : MINIMUM_ORDER - 1
      return [
        [`orders-${row.key}`, (typed: string) => quantityProblem(typed, above)],
        [`price-${row.key}`, (typed: string) => (Number(typed) > 0 ? null : 'Enter a price')],
      ]
    }),
  )

  const fields = (errorAt: (name: string) => string | undefined) => (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-heading text-lg">Prices</legend>
      {rows.map(({ key, orders, price }, index) => (
        <div
          key={key}
          className={`grid items-start gap-2 ${rows.length > 1 ? 'grid-cols-[1fr_1fr_2rem]' : 'grid-cols-2'}`}
        >
          <NumberField
            label={rows.length > 1 ? 'From quantity' : 'Quantity'}
            name={`orders-${key}`}
            inputMode="numeric"
            value={orders}
            onChange={(event) => change(key, { orders: event.target.value })}
            error={errorAt(`orders-${key}`)}
          />
          <NumberField
            label="Unit price"
            name={`price-${key}`}
            inputMode="decimal"
            value={price}
            onChange={(event) => change(key, { price: event.target.value })}
            help={helpOf(orders, price)}
            error={errorAt(`price-${key}`)}
          />
          {index > 0 && (
            <button
              type="button"
              className="btn btn-ghost btn-square btn-sm mt-8"
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              <CloseIcon />
              <span className="sr-only">Remove price {index + 1}</span>
            </button>
          )}
        </div>
      ))}
      {rows.length < MAX_STEPS && (
        <button type="button" className="btn btn-sm btn-outline justify-self-start" onClick={add}>
          Add a quantity
        </button>
      )}
      <p className="text-quiet text-sm">
        {rows.length > 1
          ? 'The customer can order any quantity from the smallest to the largest.'
          : 'The customer can order exactly this quantity. Add more quantities for volume prices.'}
      </p>
    </fieldset>
  )

  const readSteps = (): QuoteStep[] =>
    rows.map(({ orders, price }) => ({ orders: wholeNumber(orders), price: Number(price) }))
  return { readSteps, rules, fields }
}

function quantityProblem(typed: string, above: number) {
  const orders = wholeNumber(typed)
  if (!(orders >= MINIMUM_ORDER)) return `At least ${MINIMUM_ORDER} units`
  return orders <= above ? 'Enter more than the quantity above' : null
}

function helpOf(orders: string, price: string) {
  const total = totalOf(wholeNumber(orders), Number(price))
  return total > 0 ? `${formatDollars(total)} total` : undefined
}
