import { formatCount } from '#contract/format-number.ts'
import { api } from '../api.ts'
import { formatDay, today } from '../ui/dates.ts'
import { TextField } from '../ui/field.tsx'
import { textOf } from '../ui/form-values.ts'
import { ModalForm } from '../ui/modal-form.tsx'
import { useSubmit } from '../use-submit.ts'
import type { PanelProps } from './booking-panel.ts'

const DAYS_HELD = 14

export function HoldLonger({ booking, onCancel, onDone }: PanelProps) {
  const submit = useSubmit(async (form) => {
    const until = textOf(form, 'until')
    await api.prolongHold({ params: { id: booking._id }, body: { until } })
    onDone(`Order #${booking.number} is held until ${formatDay(until)}`)
  })
  return (
    <ModalForm submit={submit} label="Hold" onCancel={onCancel}>
      <p>
        {formatCount(booking.orders)} × {booking.product} will be held until the end of this day, to give a
        bank transfer time to arrive.
      </p>
      <TextField
        label="Hold until"
        name="until"
        type="date"
        defaultValue={today(DAYS_HELD)}
        error={submit.errorAt('until')}
      />
    </ModalForm>
  )
}
