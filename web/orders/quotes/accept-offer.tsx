import { useState } from 'react'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { offeredQuantities, unitPriceFor } from '#contract/sales/quote-steps.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { ApiError, api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { filledOf, wholeNumber } from '../../forms/typed-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { unitSentence } from '../../storefront/product/unit-sentence.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { BillingFields } from '../purchase/billing-fields.tsx'
import { DeliveryFields } from '../purchase/delivery-fields.tsx'
import { CloseQuote } from './close-quote.tsx'
import { OfferPrices, Saving, totalOf } from './offer-prices.tsx'

type AcceptOfferProps = {
  quote: Quote
  listPrice: number | undefined
  /** The customer's last order, for what is the same this time. */
  last: Booking | undefined
  onAccepted: () => unknown
  /** The offer differs from what this page shows. */
  onChanged: () => void
}

export function AcceptOffer({ quote, listPrice, last, onAccepted, onChanged }: AcceptOfferProps) {
  const { steps } = quote
  const { least, most } = offeredQuantities(steps)
  const [typed, setTyped] = useState(String(Math.min(Math.max(quote.orders, least), most)))
  const quantity = least === most ? String(least) : typed
  const orders = wholeNumber(quantity)
  const price = unitPriceFor(steps, orders)
  const covered =
    least === most
      ? `Exactly ${formatCount(most)} units.`
      : `${formatCount(least)} to ${formatCount(most)} units.`

  const { busy, ref, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      const body = {
        orders,
        ...(price !== null && { price }),
        phone: textOf(form, 'phone'),
        address: textOf(form, 'address'),
        // Also when it was cleared: otherwise the number of the request stays.
        purchaseOrder: textOf(form, 'purchaseOrder'),
        ...filledOf(form, 'billTo'),
      }
      try {
        await api.acceptQuote({ params: { id: quote._id }, body })
      } catch (refused) {
        if (refused instanceof ApiError && (refused.status === 409 || refused.field === 'orders')) onChanged()
        throw refused
      }
      await onAccepted()
    },
    { keepAs: `accept ${quote._id}` },
  )

  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onSubmit={onSubmit}
      className="grid gap-4 rounded-box border border-base-300 p-4 lg:p-6"
    >
      <h2 className="text-xl">Order at these prices</h2>
      <OfferPrices steps={steps} listPrice={listPrice} orders={price === null ? undefined : orders} />
      <TextField
        label="Quantity"
        name="orders"
        inputMode="numeric"
        autoComplete="off"
        readOnly={least === most}
        help={`${covered} ${unitSentence(quote.product)}`.trim()}
        value={quantity}
        onChange={(event) => setTyped(event.target.value)}
        error={errorAt('orders')}
      />
      <DeliveryFields delivery={last} remembered={last !== undefined} errorAt={errorAt} />
      <BillingFields purchaseOrder={quote.purchaseOrder} billTo={last?.billTo} errorAt={errorAt} />
      <div className="grid gap-4 border-base-300 border-t pt-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            Total
            {price !== null && (
              <>
                <span className="block text-quiet text-sm">
                  {formatCount(orders)} × {formatDollars(price)}
                </span>
                <Saving orders={orders} price={price} listPrice={listPrice} />
              </>
            )}
          </span>
          <output className="font-heading text-2xl">
            {formatDollars(totalOf(orders, price ?? Number.NaN))}
          </output>
        </p>
        <BusyButton
          type="submit"
          className="btn btn-primary btn-lg submit-button"
          disabled={price === null}
          busy={busy}
          aria-describedby="accept-reason"
        >
          Accept the offer
        </BusyButton>
        <p id="accept-reason" className="text-quiet empty:hidden" aria-live="polite">
          {price === null && `The offer covers ${formatCount(least)} to ${formatCount(most)} units`}
        </p>
        <p className="text-error empty:hidden">{problem}</p>
        <CloseQuote quote={quote} way="decline" />
      </div>
    </form>
  )
}
