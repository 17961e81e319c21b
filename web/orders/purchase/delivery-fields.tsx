import type { Delivery } from '#contract/sales/bookings.ts'
import { TextArea, TextField } from '../../ui/controls/field.tsx'

type DeliveryFieldsProps = {
  /** What to fill in. */
  delivery: Delivery | null | undefined
  /** Whether that is from the last order, which the customer has not chosen. */
  remembered: boolean
  errorAt: (name: string) => string | undefined
}

export function DeliveryFields({ delivery, remembered, errorAt }: DeliveryFieldsProps) {
  return (
    <>
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={delivery?.phone}
        error={errorAt('phone')}
      />
      <TextArea
        label="Address"
        name="address"
        rows={3}
        autoComplete="street-address"
        help={remembered ? 'Phone and address from your last order' : undefined}
        defaultValue={delivery?.address}
        error={errorAt('address')}
      />
    </>
  )
}
