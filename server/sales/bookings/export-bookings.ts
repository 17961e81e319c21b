import type { Booking } from '#contract/sales/bookings.ts'
import { type Cell, writeCsv } from '../../platform/csv/write-csv.ts'
import type { Shop } from '../../shop-context.ts'
import { listBetween } from './store.ts'

type Column = [name: string, cell: (booking: Booking) => Cell]

/** The orders placed between two days of the shop's time zone, both included; newest first. */
export function exportBookings(
  { db, config }: Shop,
  days: { from?: string | undefined; to?: string | undefined },
) {
  const columns = columnsIn(config.timeZone)
  return writeCsv(
    columns.map(([name]) => name),
    listBetween(db, { from: knownDay(days.from), to: knownDay(days.to) }, config.timeZone),
    (booking) => columns.map(([, cell]) => cell(booking)),
  )
}

/** No order was or will be placed outside of these days, and PostgreSQL has no year 0. */
const knownDay = (date: string | undefined) =>
  date && (date < '1970' ? '1970-01-01' : date > '9000' ? '9000-01-01' : date)

function columnsIn(timeZone: string): Column[] {
  // Swedish dates are written year first, as spreadsheets everywhere understand them.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const timeOf = (at: string | undefined) => at && format.format(new Date(at))
  return [
    ['number', ({ number }) => number],
    ['date', ({ createdAt }) => timeOf(createdAt)],
    ['customer', ({ name }) => name],
    ['email', ({ email }) => email],
    ['product', ({ product }) => product],
    ['product _id', ({ orderId }) => orderId],
    ['quantity', ({ orders }) => orders],
    ['unit price', ({ unitPrice }) => unitPrice.toFixed(2)],
    ['total', ({ price }) => price.toFixed(2)],
    ['state', stateOf],
    ['paid at', ({ paidAt }) => timeOf(paidAt)],
    ['transaction id', ({ transictionId }) => transictionId],
    ['invoice', ({ invoice }) => invoice],
    ['refunded', ({ refunds }) => refunds && refundedOf(refunds).toFixed(2)],
    ['purchase order', ({ purchaseOrder }) => purchaseOrder],
    ['bill to', ({ billTo }) => billTo],
    ['phone', ({ phone }) => phone],
    ['address', ({ address }) => address],
    ['carrier', ({ shipment }) => shipment?.carrier],
    ['tracking number', ({ shipment }) => shipment?.number],
    ['shipped on', ({ shipment }) => shipment?.sentOn],
    // Last, so that the columns before it stay where they were.
    ['sku', ({ sku }) => sku],
  ]
}

const refundedOf = (refunds: NonNullable<Booking['refunds']>) =>
  refunds.reduce((sum, { amount, state }) => (state === 'succeeded' ? sum + amount : sum), 0)

function stateOf({ paid, shipment, held }: Booking) {
  if (!paid) return held ? 'unpaid' : 'overdue'
  return shipment ? 'shipped' : 'paid'
}
