import { expect } from 'vitest'
import { containedTax } from '#contract/sales/tax.ts'

export type BookingRow = {
  id: string
  number: number
  state: string
  product_id: string
  orders: number
  price_cents: number
  held: boolean
  transiction_id: string | null
  paid_at: Date | null
  bank_reference: string | null
  refunded_cents: number
  restocked: number
}
export type RefundRow = {
  provider_id: string | null
  id: string
  booking_id: string
  attempt_id: string | null
  amount_cents: number
  source: string
  restock: number
  state: string
  due_at: Date | null
}

export type DocumentRow = {
  number: string
  kind: 'invoice' | 'credit-note'
  booking_id: string
  refund_id: string | null
  total_cents: number
  tax_cents: number
  data: { tax: { percent: number } | null }
  issued_at: Date
}

/**
 * Every paid order has one invoice, every refund of one that was made has one credit note, nothing else has any; the numbers of a
 * year have no gap and follow the time. `documents` are in the order in which they were issued.
 */
export function assertDocumentsAgree(bookings: BookingRow[], refunds: RefundRow[], documents: DocumentRow[]) {
  const [invoices, notes] = ['invoice', 'credit-note'].map((wanted) =>
    documents.filter(({ kind }) => kind === wanted),
  ) as [DocumentRow[], DocumentRow[]]
  const paid = bookings.filter(({ state }) => state === 'paid')
  const issued = invoices.map((invoice) => [invoice.booking_id, invoice.total_cents, invoice.issued_at])
  const expected = paid.map((booking) => [booking.id, booking.price_cents, booking.paid_at])
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(sorted(issued), 'invoices').toEqual(sorted(expected))

  for (const { id, state, source } of refunds) {
    const its = notes.filter(({ refund_id }) => refund_id === id).length
    if (source === 'unapplied') expect(its, `credit notes of ${id}`).toBe(0)
    else if (state === 'succeeded') expect(its, `credit notes of ${id}`).toBe(1)
  }
  for (const { id, price_cents } of paid) {
    const its = notes.filter(({ booking_id }) => booking_id === id)
    const credited = its.reduce((total, { total_cents }) => total + total_cents, 0)
    const tax = its.reduce((total, { tax_cents }) => total + tax_cents, 0)
    expect(credited).toBeLessThanOrEqual(price_cents)
    expect(tax).toBe(containedTax(credited, its[0]?.data.tax?.percent ?? 0))
  }

  for (const numbers of Map.groupBy(documents, ({ number }) => number.replace(/\d+$/, '')).values())
    expect(numbers.map(({ number }) => Number(/\d+$/.exec(number)))).toEqual(
      numbers.map((_, index) => index + 1),
    )
}
