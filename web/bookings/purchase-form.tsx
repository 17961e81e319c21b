import { useRef, useState } from 'react'
import type { Booking, Delivery } from '#contract/bookings.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars, toCents, toDollars } from '#contract/money.ts'
import { isOrderable, minimumOrder, quantityProblem } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { totalProblem } from '#contract/total-limits.ts'
import { ApiError, api } from '../api.ts'
import type { AuthUser } from '../session.ts'
import { TextField } from '../ui/field.tsx'
import { textOf, wholeNumber } from '../ui/form-values.ts'
import { SpinnerRing } from '../ui/spinner.tsx'
import { useIdempotencyKey } from '../ui/use-idempotency-key.ts'
import { useSubmit } from '../use-submit.ts'
import { DeliveryFields } from './delivery-fields.tsx'

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
  const totalCents = orders > 0 ? toCents(product.price) * orders : 0
  const quantityError = quantityProblem(orders, product)

  const { busy, onSubmit, errorAt, problem } = useSubmit(async (form) => {
    const body = {
      orderId: product._id,
      product: product.name,
      orders,
      email: user.email,
      name: user.displayName,
      price: toDollars(totalCents),
      phone: textOf(form, 'phone'),
      address: textOf(form, 'address'),
    }
    lastSent.current = typed
    try {
      await api.placeBooking({ headers: { 'idempotency-key': keys.keyOf(body) }, body })
    } catch (refused) {
      if (refused instanceof ApiError && refused.status >= 400 && refused.status < 500) keys.forget()
      if (refused instanceof ApiError && refused.status === 409) onStockChanged()
      throw refused
    }
    await onPlaced()
  })

  // The server's error was about another quantity.
  const refusedQuantity = typed === lastSent.current ? errorAt('orders') : undefined
  const reason =
    typed.trim() === '' ? 'Enter how many units you want' : (quantityError ?? totalProblem(totalCents))
  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      className="grid gap-4 rounded-box border border-base-300 p-4 lg:p-6"
    >
      <h2 className="text-xl">Order</h2>
      {!isOrderable(product) && (
        <p id="purchase-reason" className="border-accent border-l-4 bg-base-200 px-4 py-3">
          {quantityError}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
        <TextField label="Name" name="name" value={user.displayName} readOnly />
        <TextField label="Email" name="email" value={user.email} readOnly />
      </div>
      <DeliveryFields delivery={again ?? last} remembered={!again && last !== null} errorAt={errorAt} />
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
      <div className="grid gap-4 border-base-300 border-t pt-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>Total price</span>
          <output className="font-heading text-2xl">{formatDollars(toDollars(totalCents))}</output>
        </p>
        <button
          type="submit"
          className="btn btn-primary btn-lg submit-button"
          disabled={quantityError !== null}
          aria-busy={busy}
          aria-disabled={busy}
          aria-describedby="purchase-reason"
        >
          {busy && <SpinnerRing />}
          {texts.booking.purchase}
        </button>
        {isOrderable(product) && (
          <p id="purchase-reason" className="text-quiet empty:hidden" aria-live="polite">
            {reason !== refusedQuantity && reason}
          </p>
        )}
        <p className="text-error empty:hidden">{problem}</p>
      </div>
    </form>
  )
}

function rangeOf(product: Product) {
  const min = formatCount(minimumOrder(product))
  const max = formatCount(product.quantity - 1)
  return min === max ? `Exactly ${min} units` : `From ${min} to ${max} units`
}
