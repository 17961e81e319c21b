import { formatCount } from '#contract/formats/format-number.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { formatDay, today } from '../../ui/dates.ts'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
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
