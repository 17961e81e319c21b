/** What an invoice or a credit note says, beside its number, date and amounts; frozen when it is issued. */
export type DocumentData = {
  /** Made in a demo: no invoice. */
  test: boolean
  seller: { name: string; address: string; taxId: string | null }
  buyer: { name: string; email: string; phone: string; address: string; billTo: string | null }
  orderNumber: number
  purchaseOrder: string | null
  line: { product: string; sku?: string; orders: number; unitCents: number }
  tax: { label: string; percent: number } | null
  payment: { transaction: string; bank: { reference: string; receivedOn: string } | null }
  /** Of a credit note; `outsideProvider` when the money did not go back to the card that had paid. */
  credit?: { invoice: string | null; reason: string; outsideProvider?: boolean }
}
