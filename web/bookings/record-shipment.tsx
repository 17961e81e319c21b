import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { formatCount } from '#contract/format-count.ts'
import { api } from '../api.ts'
import { today } from '../ui/dates.ts'
import { TextField } from '../ui/field.tsx'
import { textOf } from '../ui/form-values.ts'
import { Modal } from '../ui/modal.tsx'
import { ModalButtons } from '../ui/modal-buttons.tsx'
import { toast } from '../ui/toasts.tsx'
import { useSubmit } from '../use-submit.ts'
import { titleOf } from './booking-table.tsx'

/** The button that records the shipment of a paid order, or corrects it. */
export function RecordShipment({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <>
      <button
        type="button"
        className={`btn btn-sm ${booking.shipment ? 'btn-outline' : 'btn-primary'}`}
        aria-describedby={titleOf(booking)}
        onClick={() => setOpen(true)}
      >
        {booking.shipment ? 'Edit shipment' : 'Record shipment'}
      </button>
      {open && (
        <Modal
          title={booking.shipment ? 'Edit the shipment' : 'Record a shipment'}
          onCancel={() => setOpen(false)}
        >
          <ShipmentForm
            booking={booking}
            onCancel={() => setOpen(false)}
            onRecorded={() => {
              setOpen(false)
              toast.success('Shipment recorded')
              void revalidate()
            }}
          />
        </Modal>
      )}
    </>
  )
}

type ShipmentFormProps = { booking: Booking; onCancel: () => void; onRecorded: () => void }

function ShipmentForm({ booking, onCancel, onRecorded }: ShipmentFormProps) {
  const { _id: id, orders, product, name, address, shipment } = booking
  const { busy, onSubmit, errorAt, problem } = useSubmit(async (form) => {
    const body = {
      carrier: textOf(form, 'carrier'),
      number: textOf(form, 'number'),
      sentOn: textOf(form, 'sentOn'),
    }
    await api.recordShipment({ params: { id }, body })
    onRecorded()
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <p>
        <span className="block font-semibold">
          {formatCount(orders)} × {product}
        </span>
        <span className="block whitespace-pre-line text-quiet">
          to {name}, {address}
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
        help="The customer sees all three in My Order."
        error={errorAt('sentOn')}
      />
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      <ModalButtons busy={busy} onCancel={onCancel}>
        {shipment ? 'Save' : 'Record'}
      </ModalButtons>
    </form>
  )
}
