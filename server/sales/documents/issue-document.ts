import { containedTax, containedTaxOfRefund } from '#contract/sales/tax.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import type { Shop } from '../../shop-context.ts'
import type { BookingRow } from '../bookings/store.ts'
import type { DocumentData } from './document-data.ts'
import { SERIES } from './series.ts'
import * as documents from './store.ts'

type Issuing = Pick<Shop, 'config'>
/** The order with what it was paid with. */
type PaidBooking = BookingRow & { transictionId: string }

/**
 * Gives the next invoice number and writes the invoice. To be called last in the transaction that records the payment: from
 * here until the commit every other payment waits.
 */
export function issueInvoice({ config }: Issuing, tx: Transaction, booking: PaidBooking) {
  const { tax } = config.documents
  const series = config.live ? 'invoice' : 'test-invoice'
  return documents.issue(tx, {
    kind: 'invoice',
    series,
    prefix: SERIES[series],
    timeZone: config.timeZone,
    bookingId: booking.id,
    refundId: null,
    totalCents: booking.priceCents,
    taxCents: tax ? containedTax(booking.priceCents, tax.percent) : 0,
    data: dataOf({ config }, booking),
  })
}

/** The same for a refund that was made; `refundedBefore` is what earlier credit notes of the order add up to. */
export async function issueCreditNote(
  { config }: Issuing,
  tx: Transaction,
  booking: PaidBooking,
  refund: {
    id: string
    amountCents: number
    reason: string
    refundedBefore: number
    outsideProvider: boolean
  },
) {
  const invoice = await documents.findInvoice(tx, booking.id)
  const data = dataOf({ config }, booking)
  const tax = invoice ? invoice.data.tax : data.tax
  // Of what was paid in demo mode nothing is real, also when it is refunded later.
  const test = invoice ? invoice.data.test : !config.live
  const series = test ? 'test-credit-note' : 'credit-note'
  return documents.issue(tx, {
    kind: 'credit-note',
    series,
    prefix: SERIES[series],
    timeZone: config.timeZone,
    bookingId: booking.id,
    refundId: refund.id,
    totalCents: refund.amountCents,
    taxCents: tax ? containedTaxOfRefund(refund.refundedBefore, refund.amountCents, tax.percent) : 0,
    data: {
      ...(invoice?.data ?? data),
      seller: data.seller,
      tax,
      credit: {
        invoice: invoice?.number ?? null,
        reason: refund.reason,
        ...(refund.outsideProvider && { outsideProvider: true }),
      },
    },
  })
}

type Printed =
  | 'number'
  | 'name'
  | 'email'
  | 'phone'
  | 'address'
  | 'billTo'
  | 'purchaseOrder'
  | 'product'
  | 'sku'
  | 'orders'
  | 'unitCents'
  | 'transictionId'
  | 'bankReference'
  | 'bankReceivedOn'

export function dataOf({ config }: Issuing, booking: Pick<PaidBooking, Printed>): DocumentData {
  const { name, email, phone, address, billTo, bankReference, bankReceivedOn } = booking
  return {
    test: !config.live,
    seller: config.documents.seller,
    buyer: { name, email, phone, address, billTo },
    orderNumber: booking.number,
    purchaseOrder: booking.purchaseOrder,
    line: {
      product: booking.product,
      ...(booking.sku && { sku: booking.sku }),
      orders: booking.orders,
      unitCents: booking.unitCents,
    },
    tax: config.documents.tax,
    payment: {
      transaction: booking.transictionId,
      bank: bankReference && bankReceivedOn ? { reference: bankReference, receivedOn: bankReceivedOn } : null,
    },
  }
}
