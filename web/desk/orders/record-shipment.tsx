import { useRevalidator } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { ApiError, api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { filledOf } from '../../forms/typed-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { titleOf } from '../../orders/booking/booking-links.tsx'
import { DisputeNotice, isDisputed } from '../../orders/booking/dispute-notice.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { today } from '../../ui/dates.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { type Close, ModalButton } from '../../ui/modals/modal-button.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'

/** The button that records the shipment of a paid order, or corrects it. */
export function RecordShipment({ booking }: { booking: Booking }) {
  return (
    <ModalButton
      label={booking.shipment ? 'Edit shipment' : 'Record shipment'}
      title={`${booking.shipment ? 'Edit the shipment' : 'Record a shipment'}: order #${booking.number}`}
      className={`btn btn-sm ${booking.shipment ? '' : 'btn-primary'}`}
      describedBy={titleOf(booking)}
    >
      {(close) => <ShipmentForm booking={booking} close={close} />}
    </ModalButton>
  )
}

function ShipmentForm({ booking, close }: { booking: Booking; close: Close }) {
  const { _id: id, orders, product, sku, name, address, shipment } = booking
  const { revalidate } = useRevalidator()
  // What has shipped may be corrected whatever came later.
  const asksFirst = isDisputed(booking) && !shipment
  const submit = useSubmit(
    async (form) => {
      const body = {
        carrier: textOf(form, 'carrier'),
        ...filledOf(form, 'number'),
        sentOn: textOf(form, 'sentOn'),
        ...(asksFirst && { despiteDispute: true }),
      }
      try {
        await api.recordShipment({ params: { id }, body })
      } catch (refused) {
        // The order's state differs from what this page shows.
        if (refused instanceof ApiError && refused.status === 409) void revalidate()
        throw refused
      }
      close('Shipment recorded')
    },
    { keepAs: `shipment ${id}` },
  )
  const { errorAt } = submit
  const label = shipment ? 'Save' : 'Record'
  return (
    <ModalForm
      submit={submit}
      label={asksFirst ? 'Record despite the dispute' : label}
      danger={asksFirst}
      onCancel={() => close()}
    >
      {asksFirst && <DisputeNotice booking={booking} />}
      <p>
        <span className="block font-semibold">
          {formatCount(orders)} × {keepMeasures(product)}
        </span>
        {sku && <span className="block text-quiet">SKU {sku}</span>}
        <span className="block text-quiet">
          Ship to {name}, {address.replaceAll('\n', ', ')}
        </span>
      </p>
      <TextField
        label="Carrier"
        name="carrier"
        autoComplete="off"
        defaultValue={shipment?.carrier}
        error={errorAt('carrier')}
      />
      <TextField
        label="Tracking number"
        optional
        name="number"
        autoComplete="off"
        spellCheck={false}
        defaultValue={shipment?.number}
        error={errorAt('number')}
      />
      <TextField
        label="Shipped on"
        name="sentOn"
        type="date"
        defaultValue={shipment?.sentOn ?? today()}
        help="The customer sees all of this in My Order."
        error={errorAt('sentOn')}
      />
    </ModalForm>
  )
}
