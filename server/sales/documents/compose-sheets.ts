import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toDollars } from '#contract/formats/money.ts'
import { unitPriceFor } from '#contract/sales/quote-steps.ts'
import { containedTax } from '#contract/sales/tax.ts'
import type { Config } from '../../config.ts'
import { bankReference } from '../bank-transfers/bank-transfer.ts'
import type { BookingRow } from '../bookings/store.ts'
import type { Offer } from '../quotes/offer.ts'
import type { DocumentData } from './document-data.ts'
import type { Fact, Sheet } from './pdf/sheet.ts'
import type { IssuedDocument } from './store.ts'

const MAX_ADDRESS_LINES = 8

const dollars = (cents: number) => formatDollars(toDollars(cents))
const dayAt = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(time)
/** A date without a time is the same everywhere. */
const dayOf = (date: string) => dayAt(new Date(date), 'UTC')
const factIf = (label: string, value: string | null | undefined): Fact[] => (value ? [[label, value]] : [])

/** The lines of a pasted list are run on, so that an address takes the room of one. */
function addressLines(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  if (lines.length <= MAX_ADDRESS_LINES) return lines
  return [...lines.slice(0, MAX_ADDRESS_LINES - 1), lines.slice(MAX_ADDRESS_LINES - 1).join(', ')]
}

type Seller = DocumentData['seller']
const from = ({ name, address, taxId }: Seller) => ({
  heading: 'From',
  lines: [name, ...addressLines(address), ...(taxId ? [`Tax ID ${taxId}`] : [])],
})

const common = ({ shopName, documents }: Config, { name, taxId }: Seller) => ({
  shopName,
  paper: documents.paper,
  footer: taxId ? `${name} · Tax ID ${taxId}` : name,
})

type Buyer = Pick<BookingRow, 'name' | 'email' | 'phone' | 'address' | 'billTo'>
const shipTo = ({ name, address, phone }: Buyer) => [name, ...addressLines(address), phone]
const buyerOf = (buyer: Buyer) =>
  buyer.billTo
    ? [
        { heading: 'Bill to', lines: [...addressLines(buyer.billTo), buyer.email] },
        { heading: 'Ship to', lines: shipTo(buyer) },
      ]
    : [{ heading: 'Bill and ship to', lines: [...shipTo(buyer), buyer.email] }]

const itemOf = ({ product, sku }: { product: string; sku?: string | null | undefined }) =>
  sku ? `${product}\nSKU ${sku}` : product

type Line = Omit<DocumentData['line'], 'sku'> & { sku?: string | null | undefined }
const lineTable = ({ orders, unitCents, ...item }: Line): Sheet['table'] => ({
  columns: ['Product', 'Quantity', 'Unit price', 'Amount'],
  rows: [[itemOf(item), formatCount(orders), dollars(unitCents), dollars(orders * unitCents)]],
})

const totalOf = (label: string, totalCents: number, tax: DocumentData['tax'], taxCents: number) => ({
  label: `${label} (USD)`,
  amount: dollars(totalCents),
  detail: tax ? `Includes ${tax.label} (${tax.percent}%): ${dollars(taxCents)}` : null,
})
const totalToday = ({ documents: { tax } }: Config, label: string, cents: number) =>
  totalOf(label, cents, tax, tax ? containedTax(cents, tax.percent) : 0)

export function composeInvoice(config: Config, { data, ...invoice }: IssuedDocument): Sheet {
  const issuedOn = dayAt(invoice.issuedAt, config.timeZone)
  const { bank, transaction } = data.payment
  return {
    ...common(config, data.seller),
    title: 'Invoice',
    number: invoice.number,
    date: invoice.issuedAt,
    warning: data.test ? 'Test document: not an invoice' : null,
    facts: [
      ['Date', issuedOn],
      ['Order', `#${data.orderNumber}`],
      ...factIf('Purchase order', data.purchaseOrder),
    ],
    parties: [from(data.seller), ...buyerOf(data.buyer)],
    table: lineTable(data.line),
    total: totalOf('Total', invoice.totalCents, data.tax, invoice.taxCents),
    sections: [
      {
        heading: 'Payment',
        facts: bank
          ? [
              ['Paid by', 'Bank transfer'],
              ['Received on', dayOf(bank.receivedOn)],
              ['Reference', bank.reference],
            ]
          : [
              ['Paid by', 'Card'],
              ['Paid on', issuedOn],
              ['Transaction ID', transaction],
            ],
      },
    ],
  }
}

export function composeCreditNote(config: Config, { data, ...note }: IssuedDocument): Sheet {
  const { line, credit, payment } = data
  const what = `${formatCount(line.orders)} × ${line.product} at ${dollars(line.unitCents)}${line.sku ? `\nSKU ${line.sku}` : ''}`
  const isWhole = note.totalCents === line.orders * line.unitCents
  return {
    ...common(config, data.seller),
    title: 'Credit note',
    number: note.number,
    date: note.issuedAt,
    warning: data.test ? 'Test document: not a credit note' : null,
    facts: [
      ['Date', dayAt(note.issuedAt, config.timeZone)],
      ['Order', `#${data.orderNumber}`],
      ...factIf('Invoice', credit?.invoice),
      ...factIf('Purchase order', data.purchaseOrder),
    ],
    parties: [from(data.seller), ...buyerOf(data.buyer)],
    table: {
      columns: ['Refund', 'Amount'],
      rows: [[isWhole ? what : `Part of ${what}`, dollars(note.totalCents)]],
    },
    total: totalOf('Refunded', note.totalCents, data.tax, note.taxCents),
    sections: [
      {
        heading: 'Refund',
        facts: [
          [
            'Refunded to',
            payment.bank ? 'Bank account' : credit?.outsideProvider ? 'Another account, as arranged' : 'Card',
          ],
          ['Original payment', payment.bank?.reference ?? payment.transaction],
          ...factIf('Reason', credit?.reason),
        ],
      },
    ],
  }
}

export function composeOffer(config: Config, quote: Offer): Sheet {
  const { seller } = config.documents
  const { steps, held } = quote
  const validUntil = dayOf(quote.validUntil)
  const [only, ...more] = steps
  const units = only && more.length === 0 ? only.orders : quote.orders
  const unitCents = unitPriceFor(
    steps.map(({ orders, cents }) => ({ orders, price: cents })),
    units,
  )
  return {
    ...common(config, seller),
    title: 'Offer',
    number: quote.number,
    date: quote.offeredAt,
    warning: config.live ? null : 'Test document: not an offer',
    facts: [
      ['Date', dayAt(quote.offeredAt, config.timeZone)],
      ['Valid until', validUntil],
      ...factIf('Needed by', quote.wantedBy && dayOf(quote.wantedBy)),
      ...factIf('Purchase order', quote.purchaseOrder),
    ],
    parties: [from(seller), { heading: 'For', lines: [quote.name, quote.email] }],
    table: {
      heading: itemOf(quote),
      columns: ['Quantity', 'Unit price', 'Amount'],
      rows: steps.map(({ orders, cents }, index) => {
        const next = steps[index + 1]
        const quantity = formatCount(orders)
        const amount = dollars(orders * cents)
        return next
          ? [`${quantity} to ${formatCount(next.orders - 1)}`, dollars(cents), `from ${amount}`]
          : [quantity, dollars(cents), amount]
      }),
    },
    total:
      unitCents === null
        ? null
        : totalToday(config, `Total for ${formatCount(units)} units`, units * unitCents),
    sections: [
      ...(quote.note ? [{ heading: 'Note', text: quote.note }] : []),
      {
        heading: 'Accept the offer',
        text: `${config.origin}/dashboard/quote/${quote.id}`,
        facts: [
          ['Accept by', validUntil],
          ...factIf('Set aside for you', held > 0 ? `${formatCount(held)} units` : null),
        ],
      },
    ],
  }
}

export function composeProForma(config: Config, booking: BookingRow, bankDetails: string): Sheet {
  const { seller } = config.documents
  return {
    ...common(config, seller),
    title: 'Pro forma invoice',
    number: `#${booking.number}`,
    date: booking.createdAt,
    warning: config.live ? null : 'Test document: do not pay',
    facts: [
      ['Date', dayAt(booking.createdAt, config.timeZone)],
      ...factIf('Units held until', booking.held ? dayAt(booking.holdUntil, config.timeZone) : null),
      ...factIf('Purchase order', booking.purchaseOrder),
    ],
    parties: [from(seller), ...buyerOf(booking)],
    table: lineTable(booking),
    total: totalToday(config, 'Amount due', booking.priceCents),
    sections: [
      {
        heading: 'Pay by bank transfer',
        text: 'This is not an invoice: we will send one once your payment has arrived.',
        facts: [
          ['Recipient', seller.name],
          ['Account', bankDetails],
          ['Reference', bankReference(booking.number)],
        ],
      },
    ],
  }
}

/** For whoever packs and unpacks: no prices. */
export function composePackingSlip(config: Config, booking: BookingRow): Sheet {
  const { seller } = config.documents
  const { shipment } = booking
  return {
    ...common(config, seller),
    title: 'Packing slip',
    number: `#${booking.number}`,
    date: booking.createdAt,
    warning: config.live ? null : 'Test document',
    facts: [
      ['Ordered on', dayAt(booking.createdAt, config.timeZone)],
      ...factIf('Purchase order', booking.purchaseOrder),
    ],
    parties: [
      from(seller),
      ...(booking.billTo ? buyerOf(booking) : [{ heading: 'Ship to', lines: shipTo(booking) }]),
    ],
    table: { columns: ['Product', 'Quantity'], rows: [[itemOf(booking), formatCount(booking.orders)]] },
    total: null,
    sections: shipment
      ? [
          {
            heading: 'Shipment',
            facts: [
              ['Carrier', shipment.carrier],
              ...factIf('Tracking number', shipment.number),
              ['Shipped on', dayOf(shipment.sentOn)],
            ],
          },
        ]
      : [],
  }
}
