import type { Booking } from '#contract/bookings.ts'
import { TextArea, TextField } from '../ui/field.tsx'

type DeliveryFieldsProps = {
  /** An earlier order to the same place. */
  as: Booking | null | undefined
  errorAt: (name: string) => string | undefined
}

export function DeliveryFields({ as, errorAt }: DeliveryFieldsProps) {
  return (
    <>
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={as?.phone}
        error={errorAt('phone')}
      />
      <TextArea
        label="Address"
        name="address"
        rows={3}
        autoComplete="street-address"
        defaultValue={as?.address}
        error={errorAt('address')}
      />
    </>
  )
}
