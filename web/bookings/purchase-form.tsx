import { type FormEvent, useRef, useState } from 'react'
import { formatDollars, toCents, toDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { isOrderable, quantityProblem } from '#contract/stock.ts'
import { texts } from '#contract/texts.ts'
import { totalProblem } from '#contract/totals.ts'
import { ApiError, api } from '../api.ts'
import type { AuthUser } from '../session.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { SpinnerRing } from '../ui/spinner.tsx'
import { toast } from '../ui/toasts.tsx'
import { useOnce } from '../ui/use-once.ts'

type PurchaseFormProps = {
  product: Product
  user: AuthUser
  onPlaced: () => unknown
  /** The server knows of another stock than this page. */
  onStockChanged: () => void
}

export function PurchaseForm({ product, user, onPlaced, onStockChanged }: PurchaseFormProps) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<ApiError | null>(null)
  // One key for one intention: a repeated submit of the same form is one order.
  const key = useRef(crypto.randomUUID())
  const orders = typed.trim() === '' ? Number.NaN : Number(typed)
  const problem = quantityProblem(orders, product)
  const totalCents = Number.isInteger(orders) && orders > 0 ? toCents(product.price) * orders : 0

  const [submit, busy] = useOnce(async (event: FormEvent<HTMLFormElement>) => {
    const sent = new FormData(event.currentTarget)
    try {
      await api.placeBooking({
        headers: { 'idempotency-key': key.current },
        body: {
          orderId: product._id,
          product: product.name,
          orders,
          email: user.email,
          name: user.displayName,
          price: toDollars(totalCents),
          phone: String(sent.get('phone')),
          address: String(sent.get('address')),
        },
      })
      await onPlaced()
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setRefused(problem)
      toast.error(problem.sentence)
      if (problem.status === 409) onStockChanged()
      if (problem.status !== 0) key.current = crypto.randomUUID()
    }
  })

  const errorAt = (name: string) => (refused?.field === name ? refused.sentence : undefined)
  const reason = typed.trim() === '' && isOrderable(product) ? null : (problem ?? totalProblem(totalCents))
  return (
    <form
      method="post"
      data-keep
      noValidate
      className="grid gap-4 rounded-box border border-base-300 p-4 lg:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) void submit(event)
      }}
    >
      <h2 className="text-xl">Order</h2>
      <TextField label="Name" name="name" value={user.displayName} readOnly />
      <TextField label="Email" name="email" value={user.email} readOnly />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" error={errorAt('phone')} />
      <TextArea
        label="Address"
        name="address"
        rows={3}
        autoComplete="street-address"
        error={errorAt('address')}
      />
      <TextField
        label="Quantity"
        name="orders"
        inputMode="numeric"
        autoComplete="off"
        placeholder={texts.booking.quantityPlaceholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={errorAt('orders')}
      />
      <p className="flex items-baseline justify-between border-base-300 border-t pt-4" aria-live="polite">
        <span>Total price</span>
        <span className="font-heading text-xl">{formatDollars(toDollars(totalCents))}</span>
      </p>
      <button
        type="submit"
        className="btn btn-primary btn-lg"
        disabled={problem !== null}
        aria-busy={busy}
        aria-describedby="purchase-reason"
      >
        {busy && <SpinnerRing />}
        {texts.booking.purchase}
      </button>
      <p id="purchase-reason" className="text-quiet empty:hidden" aria-live="polite">
        {reason}
      </p>
    </form>
  )
}
