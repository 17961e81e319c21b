import type { Booking } from '#contract/sales/bookings.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { type Close, ModalButton } from '../../ui/modals/modal-button.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
import { BillingFields } from '../purchase/billing-fields.tsx'
import { titleOf } from './booking-links.tsx'

/** What the customer's books need on the documents; it can be changed until the order is paid. */
export function BillingDetails({ booking }: { booking: Booking }) {
  return (
    <ModalButton
      label={booking.purchaseOrder || booking.billTo ? 'Edit billing details' : 'Add billing details'}
      title={`Billing details for order #${booking.number}`}
      className="link min-h-6 cursor-pointer text-left text-sm"
      describedBy={titleOf(booking)}
    >
      {(close) => <BillingForm booking={booking} close={close} />}
    </ModalButton>
  )
}

function BillingForm({ booking, close }: { booking: Booking; close: Close }) {
  const submit = useSubmit(
    async (form) => {
      const body = { purchaseOrder: textOf(form, 'purchaseOrder'), billTo: textOf(form, 'billTo') }
      await api.setPurchaseOrder({ params: { id: booking._id }, body })
      close('Billing details saved')
    },
    { keepAs: `billing ${booking._id}` },
  )
  return (
    <ModalForm submit={submit} label="Save" onCancel={() => close()}>
      <p className="text-quiet">Printed on the invoice. You can change them until the order is paid.</p>
      <BillingFields {...booking} errorAt={submit.errorAt} />
    </ModalForm>
  )
}
