import { containedTax, containedTaxOfRefund } from '#contract/sales/tax.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { refunds } from '../../platform/database/schema.ts'
import { dataOf } from '../../sales/documents/issue-document.ts'
import { documentNumber, type Series } from '../../sales/documents/series.ts'
import { DAY_MS, type DemoWorld, type PaidDemoOrder } from './demo-orders.ts'

type NewRefund = typeof refunds.$inferInsert & { settledAt: Date }

/** Of which payments, counted from the newest, how much went back, and why. */
const REFUNDED = [
  { place: 30, share: 0.2, reason: 'Damaged in transit' },
  { place: 14, share: 1, reason: 'Ordered twice' },
]

/** Refunds some of the orders, in place. */
export function demoRefunds(paid: PaidDemoOrder[], now: number): NewRefund[] {
  return REFUNDED.flatMap(({ place, share, reason }) => {
    const order = paid.at(-place)
    if (!order) return []
    const id = newId()
    const amountCents = Math.round(order.priceCents * share)
    const restock = share === 1 ? order.orders : 0
    const settledAt = new Date(Math.min(order.paidAt.getTime() + 2 * DAY_MS, now))
    order.refundedCents = amountCents
    order.restocked = restock
    return {
      id,
      bookingId: order.id,
      amountCents,
      source: 'admin' as const,
      reason,
      restock,
      requestedBy: 'demo',
      state: 'succeeded' as const,
      providerKey: `refund-${id}`,
      createdAt: settledAt,
      settledAt,
    }
  })
}

/** An invoice for each payment and a credit note for each refund, numbered in the order of time, and the last of these numbers. */
export function demoDocuments(
  paid: PaidDemoOrder[],
  made: NewRefund[],
  { config }: Pick<DemoWorld, 'config'>,
) {
  const yearOf = new Intl.DateTimeFormat('en', { timeZone: config.timeZone, year: 'numeric' })
  const { tax } = config.documents
  const counter = (series: Series) => {
    const given = { series, year: 0, last: 0 }
    return {
      given,
      next(at: Date) {
        const year = Number(yearOf.format(at))
        given.last = year === given.year ? given.last + 1 : 1
        given.year = year
        return documentNumber(series, year, given.last)
      },
    }
  }
  const [invoiceCounter, creditCounter] = [counter('test-invoice'), counter('test-credit-note')]
  const invoices = paid.map((order) => ({
    number: invoiceCounter.next(order.paidAt),
    kind: 'invoice' as const,
    bookingId: order.id,
    refundId: null,
    totalCents: order.priceCents,
    taxCents: tax ? containedTax(order.priceCents, tax.percent) : 0,
    data: dataOf({ config }, order),
    issuedAt: order.paidAt,
  }))
  const creditNotes = made.flatMap((refund) => {
    const invoice = invoices.find(({ bookingId }) => bookingId === refund.bookingId)
    if (!invoice) return []
    return {
      ...invoice,
      number: creditCounter.next(refund.settledAt),
      kind: 'credit-note' as const,
      refundId: refund.id,
      totalCents: refund.amountCents,
      taxCents: tax ? containedTaxOfRefund(0, refund.amountCents, tax.percent) : 0,
      data: { ...invoice.data, credit: { invoice: invoice.number, reason: refund.reason } },
      issuedAt: refund.settledAt,
    }
  })
  const counters = [invoiceCounter.given, creditCounter.given].filter(({ last }) => last > 0)
  return { issued: [...invoices, ...creditNotes], counters }
}
