import { TextArea, TextField } from '../../ui/controls/field.tsx'

type BillingFieldsProps = {
  purchaseOrder?: string | undefined
  billTo?: string | undefined
  /** Whether they are from the last order, which the customer has not chosen. */
  remembered?: boolean
  errorAt: (name: string) => string | undefined
}

/** What a customer's books need on the documents. */
export function BillingFields({ purchaseOrder, billTo, remembered = false, errorAt }: BillingFieldsProps) {
  return (
    <>
      <TextField
        label="Purchase order number"
        optional
        name="purchaseOrder"
        autoComplete="off"
        defaultValue={purchaseOrder}
        help={remembered && purchaseOrder ? 'From your last order' : undefined}
        error={errorAt('purchaseOrder')}
      />
      <TextArea
        label="Billing details"
        optional
        name="billTo"
        rows={6}
        defaultValue={billTo}
        help={`Company, billing address and tax ID, up to six lines.${remembered && billTo ? ' From your last order.' : ''}`}
        error={errorAt('billTo')}
      />
    </>
  )
}
