import { TextArea, TextField } from '../ui/field.tsx'

type BillingFieldsProps = {
  purchaseOrder?: string | undefined
  billTo?: string | undefined
  errorAt: (name: string) => string | undefined
}

/** What a customer's books need on the documents. */
export function BillingFields({ purchaseOrder, billTo, errorAt }: BillingFieldsProps) {
  return (
    <>
      <TextField
        label="Purchase order number"
        optional
        name="purchaseOrder"
        autoComplete="off"
        defaultValue={purchaseOrder}
        error={errorAt('purchaseOrder')}
      />
      <TextArea
        label="Billing details"
        optional
        name="billTo"
        rows={4}
        defaultValue={billTo}
        help="Company, billing address and tax ID, up to six lines."
        error={errorAt('billTo')}
      />
    </>
  )
}
