import { useRef, useState } from 'react'
import { isOrderable, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { quantityProblem } from '#contract/catalogue/quantity-problem.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toCents, toDollars } from '#contract/formats/money.ts'
import type { Booking, Delivery } from '#contract/sales/bookings.ts'
import { totalProblem } from '#contract/sales/total-limits.ts'
import { ApiError, api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { filledOf, wholeNumber } from '../../forms/typed-values.ts'
import { useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { AuthUser } from '../../session/session.ts'
import { unitSentence } from '../../storefront/product/unit-sentence.ts'
import { usualQuantities } from '../../storefront/product/usual-quantities.ts'
import { BusyButton } from '../../ui/controls/busy-button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { BillingFields } from './billing-fields.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import './purchase-form.css'

/** The id of the sentence that says why the button is disabled; where nothing can be ordered, it stands above the form. */
export const PURCHASE_REASON = 'purchase-reason'

type PurchaseFormProps = {
  product: Product
  user: AuthUser
  /** An earlier order that is to be repeated. */
  again: Booking | null
  /** A quantity that was typed on the way here. */
  units: string | null
  /** Where the last order went. */
  last: Delivery | null
  onPlaced: () => unknown
  /** The stock differs from what this page shows. */
  onStockChanged: () => void
}

export function PurchaseForm({
  product,
  user,
  again,
  units,
  last,
  onPlaced,
  onStockChanged,
}: PurchaseFormProps) {
  const [typed, setTyped] = useState(again ? String(again.orders) : (units ?? ''))
  const lastSent = useRef('')
  const keys = useIdempotencyKey()
  const orders = wholeNumber(typed)
  const totalCents = orders > 0 ? toCents(product.price) * orders : Number.NaN
  const quantityError = quantityProblem(orders, product)

  const { busy, ref, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      const body = {
        orderId: product._id,
        product: product.name,
        orders,
        email: user.email,
        name: user.displayName,
        price: toDollars(totalCents),
        phone: textOf(form, 'phone'),
        address: textOf(form, 'address'),
        ...filledOf(form, 'purchaseOrder', 'billTo'),
      }
      lastSent.current = typed
      try {
        await keys.send(body, (headers) => api.placeBooking({ headers, body }))
      } catch (refused) {
        if (refused instanceof ApiError && refused.status === 409) onStockChanged()
        throw refused
      }
      await onPlaced()
    },
    { keepAs: `order ${again?._id ?? product._id}` },
  )

  // The server's error was about another quantity.
  const refusedQuantity = typed === lastSent.current ? errorAt('orders') : undefined
  const reason =
    typed.trim() === '' ? 'Enter how many units you want' : (quantityError ?? totalProblem(totalCents))
  const total = formatDollars(toDollars(totalCents))
  return (
    <form ref={ref} method="post" noValidate onSubmit={onSubmit} className="purchase-form grid gap-6">
      <h2 className="sr-only">Order</h2>
      <p>
        <span className="font-heading text-2xl">{formatDollars(product.price)}</span>
        <span className="text-quiet"> / unit</span>
        <span className="block text-quiet empty:hidden">{unitSentence(product.name)}</span>
      </p>
      <div className="grid gap-3">
        <TextField
          label="Quantity"
          name="orders"
          inputMode="numeric"
          autoComplete="off"
          placeholder={texts.booking.quantityPlaceholder}
          help={isOrderable(product) ? rangeOf(product) : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={refusedQuantity}
        />
        <UsualQuantities product={product} chosen={orders} onChoose={(units) => setTyped(String(units))} />
        {isOrderable(product) && (
          <div className="min-h-6">
            <p id={PURCHASE_REASON} className="text-quiet empty:hidden" aria-live="polite">
              {reason !== refusedQuantity && reason}
            </p>
            <output className="block font-semibold">
              {!reason && `${formatCount(orders)} × ${formatDollars(product.price)} = ${total}`}
            </output>
          </div>
        )}
      </div>
      <div className="grid gap-4 border-base-300 border-t pt-4">
        <h3 className="text-lg">Ship to</h3>
        <div className="purchase-contact">
          <TextField label="Name" name="name" value={user.displayName} readOnly />
          <TextField label="Email" name="email" value={user.email} readOnly />
        </div>
        <DeliveryFields delivery={again ?? last} remembered={!again && last !== null} errorAt={errorAt} />
      </div>
      <div className="grid gap-4 border-base-300 border-t pt-4">
        <h3 className="text-lg">Billing</h3>
        <BillingFields {...(again ?? last)} remembered={!again} errorAt={errorAt} />
      </div>
      <p className="text-error empty:hidden">{problem}</p>
      <div className="purchase-bar flex items-center gap-4 border-base-300 border-t bg-base-100">
        <p className="grow">
          <span className="block text-quiet text-sm">Total</span>
          <span className="font-heading text-xl">{total}</span>
        </p>
        <BusyButton
          type="submit"
          className="btn btn-primary btn-lg submit-button"
          disabled={quantityError !== null}
          busy={busy}
          aria-describedby={PURCHASE_REASON}
        >
          {texts.booking.purchase}
        </BusyButton>
      </div>
    </form>
  )
}

type UsualQuantitiesProps = { product: Product; chosen: number; onChoose: (units: number) => void }

function UsualQuantities({ product, chosen, onChoose }: UsualQuantitiesProps) {
  const quantities = usualQuantities(product)
  if (quantities.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Common quantities</legend>
      {quantities.map((units) => (
        <button
          key={units}
          type="button"
          className={`btn ${units === chosen ? 'btn-primary' : 'btn-outline'}`}
          aria-pressed={units === chosen}
          onClick={() => onChoose(units)}
        >
          {formatCount(units)}
        </button>
      ))}
    </fieldset>
  )
}

function rangeOf(product: Product) {
  const min = formatCount(minimumOrder(product))
  const max = formatCount(product.quantity - 1)
  return min === max ? `Exactly ${min} units` : `${min} to ${max} units; at least one stays in stock`
}
