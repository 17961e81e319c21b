import { formatDollars } from '#contract/money.ts'
import { api } from '../api.ts'
import { today } from '../ui/dates.ts'
import { TextField } from '../ui/field.tsx'
import { textOf } from '../ui/form-values.ts'
import { ModalForm } from '../ui/modal-form.tsx'
import { useSubmit } from '../use-submit.ts'
import type { PanelProps } from './booking-panel.ts'

export function RecordBankPayment({ booking, onCancel, onDone }: PanelProps) {
  const submit = useSubmit(async (form) => {
    const body = { reference: textOf(form, 'reference'), receivedOn: textOf(form, 'receivedOn') }
    await api.recordBankPayment({ params: { id: booking._id }, body })
    onDone(`Order #${booking.number} is marked as paid`)
  })
  return (
    <ModalForm submit={submit} label="Record payment" onCancel={onCancel}>
      <p>
        This records {formatDollars(booking.price)} from {booking.name} as received: the order will be marked
        as paid, and the customer will get the invoice. Any card payment already started is canceled first.
      </p>
      <TextField
        label="Reference"
        name="reference"
        autoComplete="off"
        help="As shown on your bank statement."
        error={submit.errorAt('reference')}
      />
      <TextField
        label="Received on"
        name="receivedOn"
        type="date"
        defaultValue={today()}
        error={submit.errorAt('receivedOn')}
      />
    </ModalForm>
  )
}
