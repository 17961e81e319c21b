import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toCents } from '#contract/formats/money.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { wholeNumber } from '../../forms/typed-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { leftToRefund } from '../../orders/booking/refunds-of-booking.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
import type { PanelProps } from './booking-panel.ts'

export function RefundBooking({ booking, keys, onCancel, onDone }: PanelProps) {
  const left = leftToRefund(booking)
  // What makes this refund another one than the last; the order may show this one before its answer is repeated.
  const [leftBefore] = useState(left)
  const [typed, setTyped] = useState(left.toFixed(2))
  const [restock, setRestock] = useState('0')
  const { revalidate } = useRevalidator()
  const amount = typed === '' ? Number.NaN : Number(typed)
  const byBank = booking.bankPayment !== undefined

  const submit = useSubmit(async (form) => {
    const body = { amount, reason: textOf(form, 'reason'), restock }
    try {
      const params = { id: booking._id }
      await keys.send({ ...body, leftBefore }, (headers) => api.refundBooking({ params, headers, body }))
      keys.forget()
    } catch (problem) {
      // Perhaps it was made: the order shows it.
      void revalidate()
      throw problem
    }
    onDone(byBank ? 'Refund recorded' : 'Refund on its way')
  })
  const { errorAt } = submit
  return (
    <ModalForm submit={submit} label={byBank ? 'Record the refund' : 'Refund'} danger onCancel={onCancel}>
      <p>
        <span className="block font-semibold">
          {formatCount(booking.orders)} × {booking.product}
        </span>
        <span className="block text-quiet">
          {formatDollars(left)} of {formatDollars(booking.price)} can be refunded
        </span>
      </p>
      <NumberField
        label="Amount"
        name="amount"
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={errorAt('amount')}
      />
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        help="Printed on the credit note."
        error={errorAt('reason')}
      />
      <NumberField
        label="Units to put back in stock"
        name="restock"
        inputMode="numeric"
        value={restock}
        onChange={(event) => setRestock(event.target.value)}
        help={`Up to ${formatCount(booking.orders - (booking.restocked ?? 0))}; they can be ordered again right away.`}
        error={errorAt('restock')}
      />
      <ul className="list-disc border-accent border-l-4 bg-base-200 py-3 pr-4 pl-8">
        <li>
          {byBank
            ? `Transfer ${amount > 0 ? formatDollars(amount) : 'the money'} to ${booking.name} yourself: the shop only records it.`
            : `${amount > 0 ? formatDollars(amount) : 'The money'} goes back to the card that was charged.`}
        </li>
        <li>The customer gets a credit note.</li>
        {wholeNumber(restock) > 0 && <li>{formatCount(wholeNumber(restock))} units go back into stock.</li>}
        {toCents(amount) >= toCents(left) && !booking.shipment && <li>The order will not be shipped.</li>}
      </ul>
    </ModalForm>
  )
}
