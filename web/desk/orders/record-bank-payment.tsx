import { formatDollars } from '#contract/formats/money.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { today } from '../../ui/dates.ts'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
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
