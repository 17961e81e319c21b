import { containedTax } from '#contract/sales/tax.ts'
import type { Config } from '#server/config.ts'
import type { BookingRow } from '#server/sales/bookings/store.ts'
import {
  composeCreditNote,
  composeInvoice,
  composeOffer,
  composePackingSlip,
  composeProForma,
} from '#server/sales/documents/compose-sheets.ts'
import type { Sheet } from '#server/sales/documents/pdf/sheet.ts'
import type { IssuedDocument } from '#server/sales/documents/store.ts'
import type { Offer } from '#server/sales/quotes/offer.ts'

const noon = new Date('2026-11-17T12:00:00Z')
const id = '01a1e960-d600-7000-8000-000000000000'

type Texts = {
  name: string
  address: string
  billTo: string | null
  product: string
  purchaseOrder: string | null
  reason: string
  note: string | null
}

const SHORT: Texts = {
  name: 'Ada Sample',
  address: '1 Example Street, Springfield',
  billTo: null,
  product: 'Claw hammer',
  purchaseOrder: null,
  reason: 'Damaged',
  note: null,
}

const NAME = 'Ευγενία Παπαδοπούλου-Щербакова Nguyễn Thị Ánh Đặng, Łódź & Søn Example Works Ltd'
const LONG: Texts = {
  name: NAME,
  address:
    'Department of Very Long Deliveries, Building 7, Entrance 3, Gate 12b\nΟδός Παραδείγματος 118, Αθήνα\nвулиця Прикладна 45, Київ, Україна\nĐường Ví Dụ, Phường Mẫu, Thành phố Hồ Chí Minh\n'.padEnd(
      499,
      'Ring twice, ask for the foreman, unload in the yard behind the hall. ',
    ),
  billTo: `${NAME}\nAccounts Payable, Cost Center 4711-0815-2026\nΟδός Παραδείγματος 118\nвулиця Прикладна 45\nĐường Ví Dụ 9\nVAT XX 000 000 000`,
  product:
    'Claw hammer, 16 oz, hickory handle, drop-forged, with magnetic nail holder, polished head, in a display box of ten, labelled in Ελληνικά, Українська and Tiếng Việt, for professional use only',
  purchaseOrder: 'PO-2026-000000000000-ΑΒΓ-ЩЇҐ-Đặng-0000000000000001',
  reason:
    'Forty of the units arrived with cracked handles, and the customer keeps them for spare heads, as agreed on the phone; the rest was in order. Reported with photographs on the day of delivery, within the hour.',
  note: 'Delivered in two lots, carriage paid, to the yard. Prices hold for the whole quantity.\n\n'
    .padEnd(
      2_000,
      'Καλή παράδοση, швидка доставка, giao hàng nhanh, and a sentence that goes on for a while. ',
    )
    .trim(),
}

/** All five kinds of document, with little in them or with all that the forms allow. */
export function sampleSheets(config: Config, length: 'short' | 'long'): Record<string, Sheet> {
  const { name, address, billTo, product, purchaseOrder, reason, note } = length === 'short' ? SHORT : LONG
  const line =
    length === 'short'
      ? { product, orders: 100, unitCents: 1_240 }
      : { product, orders: 80_645, unitCents: 1_240 }
  const priceCents = line.orders * line.unitCents
  const buyer = { name, email: 'customer@example.com', phone: '555 0100', address, billTo }
  const bank =
    length === 'short' ? null : { reference: 'TRANSFER 8841 / 2026-11-10', receivedOn: '2026-11-10' }
  const booking = {
    ...buyer,
    ...line,
    id,
    number: 1042,
    purchaseOrder,
    priceCents,
    held: true,
    holdUntil: new Date('2026-12-01T12:00:00Z'),
    createdAt: noon,
    shipment:
      length === 'short'
        ? null
        : { bookingId: id, carrier: 'Parcel Post', number: 'PP 7489 2210 5531', sentOn: '2026-11-18' },
  } as unknown as BookingRow
  const issued = {
    bookingId: id,
    issuedAt: noon,
    pdf: null,
    data: {
      test: !config.live,
      seller: config.documents.seller,
      buyer,
      orderNumber: 1042,
      purchaseOrder,
      line,
      tax: config.documents.tax,
      payment: { transaction: 'pi_3Sample0Transaction0Id', bank },
    },
  }
  const prefix = config.live ? '' : 'TEST-'
  const invoice: IssuedDocument = {
    ...issued,
    kind: 'invoice',
    number: `${prefix}2026-000017`,
    refundId: null,
    totalCents: priceCents,
    taxCents: containedTax(priceCents, config.documents.tax?.percent ?? 0),
  }
  const credited = length === 'short' ? priceCents : 49_600
  const credit = { invoice: invoice.number, reason }
  const creditNote: IssuedDocument = {
    ...issued,
    data: { ...issued.data, credit },
    kind: 'credit-note',
    number: `${prefix}C-2026-000003`,
    refundId: id,
    totalCents: credited,
    taxCents: containedTax(credited, config.documents.tax?.percent ?? 0),
  }
  const step = (orders: number, cents: number) => ({ orders, cents })
  const offer = {
    id,
    number: 'Q-2026-0042',
    name,
    email: buyer.email,
    product,
    purchaseOrder,
    note,
    orders: 1_200,
    wantedBy: length === 'short' ? null : '2026-12-15',
    steps:
      length === 'short'
        ? [step(1_000, 1_190)]
        : [step(100, 1_240), step(500, 1_190), step(1_000, 1_120), step(80_000, 999)],
    validUntil: '2026-11-30',
    offeredAt: noon,
    held: length === 'short' ? 0 : 80_000,
  } as unknown as Offer
  return {
    offer: composeOffer(config, offer),
    'pro-forma': composeProForma(config, booking, config.documents.bankDetails ?? ''),
    invoice: composeInvoice(config, invoice),
    'credit-note': composeCreditNote(config, creditNote),
    'packing-slip': composePackingSlip(config, booking),
  }
}
