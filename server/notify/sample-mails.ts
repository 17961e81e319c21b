import { idAt } from '../platform/database/queries/new-id.ts'
import type { Offer } from '../sales/quotes/offer.ts'
import { compose } from './compose.ts'
import type { MailContent, Sender } from './mail-content.ts'
import type { BookingFacts, DisputeFacts, RefundFacts } from './mail-data-store.ts'

const noon = new Date('2026-11-17T12:00:00Z')
const id = idAt(noon)
const person = { name: 'Sample Customer', email: 'customer@example.com' }
const shipment = { carrier: 'Parcel Post', number: 'PP 7489 2210 5531', sentOn: '2026-11-18' }
const booking: BookingFacts = {
  ...person,
  id,
  number: 1042,
  productId: id,
  userId: id,
  product: 'Claw hammer, 16 oz, hickory handle',
  sku: 'HT-101',
  unitCents: 1_240,
  orders: 1_200,
  priceCents: 1_488_000,
  phone: '555 0100',
  address: '1 Example Street\nSpringfield',
  purchaseOrder: 'PO-7731',
  billTo: null,
  state: 'paid',
  closingTo: null,
  held: true,
  holdUntil: new Date('2026-11-18T12:00:00Z'),
  heldAgain: false,
  heldSince: null,
  network: null,
  wideNetwork: null,
  transictionId: 'pi_3Sample0Transaction0Id',
  paidAt: noon,
  bankChosenAt: null,
  bankReference: null,
  bankReceivedOn: null,
  bankRecordedBy: null,
  refundedCents: 0,
  restocked: 0,
  dueAt: null,
  checks: 0,
  createdAt: noon,
  deletedAt: null,
  deletedBy: null,
  searchText: '',
  shipment: null,
  invoice: null,
}
const documented = {
  bookingId: id,
  totalCents: booking.priceCents,
  taxCents: 0,
  issuedAt: noon,
  pdf: null,
  data: {
    test: true,
    seller: { name: 'Example Tools Ltd.', address: 'Sample Yard 1', taxId: null },
    buyer: booking,
    orderNumber: booking.number,
    purchaseOrder: booking.purchaseOrder,
    line: { product: booking.product, orders: booking.orders, unitCents: booking.unitCents },
    tax: null,
    payment: { transaction: 'pi_3Sample0Transaction0Id', bank: null },
  },
}
const paid: BookingFacts = {
  ...booking,
  invoice: { ...documented, kind: 'invoice', number: '2026-000017', refundId: null },
}
const refund: RefundFacts = {
  booking,
  amountCents: booking.priceCents,
  state: 'succeeded',
  by: 'card',
  isRetried: true,
  creditNote: { ...documented, kind: 'credit-note', number: 'C-2026-000003', refundId: id },
  reason: 'The units were no longer available',
  error: 'expired_or_canceled_card',
}
const dispute: DisputeFacts = {
  booking,
  amountCents: booking.priceCents,
  reason: 'fraudulent',
  state: 'open',
}
const quote: Offer = {
  ...person,
  id,
  number: 'Q-2026-0042',
  productId: id,
  userId: id,
  product: booking.product,
  sku: booking.sku ?? '',
  orders: 1_200,
  wantedBy: '2026-12-15',
  purchaseOrder: 'PO-7731',
  message: 'We need them before the new year. Can you do better than the list price?',
  state: 'offered',
  steps: [
    { orders: 500, cents: 1_190 },
    { orders: 1_200, cents: 1_120 },
  ],
  validUntil: '2026-11-30',
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  note: 'Delivered in one go, free of charge.',
  held: 1_200,
  offeredBy: 'admin@shop.example',
  offeredAt: noon,
  bookingId: null,
  createdAt: noon,
  searchText: '',
}
const scarcest = [
  { name: 'Tape measure, 25 ft', quantity: 0 },
  { name: 'Combination pliers, 8 in', quantity: 140 },
  { name: 'Safety goggles, anti-fog, clear lens', quantity: 260 },
]
const admins = { admin: person, by: { name: 'Sample Owner', email: 'owner@example.com' } }
const feedback = 'The hammers are excellent.\nDo you also sell wedges?'

/** Every kind of mail, made of made-up data, for whoever works on them. */
export const sampleMails = (sender: Sender): Record<keyof typeof compose, MailContent> => ({
  confirmEmail: compose.confirmEmail(sender, person, `${sender.origin}/verify-email#token=sample`),
  resetPassword: compose.resetPassword(sender, person, `${sender.origin}/reset-password#token=sample`),
  passwordChanged: compose.passwordChanged(sender, person),
  orderReceived: compose.orderReceived(sender, booking),
  offer: compose.offer(sender, quote),
  paid: compose.paid(sender, paid),
  shipped: compose.shipped(sender, booking, shipment),
  refunded: compose.refunded(sender, refund),
  released: compose.released(sender, booking),
  newPaidOrder: compose.newPaidOrder(sender, booking),
  bankOrder: compose.bankOrder(sender, booking),
  quoteRequested: compose.quoteRequested(sender, quote),
  dispute: compose.dispute(sender, dispute),
  dashboardRefund: compose.dashboardRefund(sender, refund),
  adminAppointed: compose.adminAppointed(sender, admins),
  adminRemoved: compose.adminRemoved(sender, admins),
  feedback: compose.feedback(sender, { ...person, feedback }),
  mailCeiling: compose.mailCeiling(sender, 'reset-password'),
  lowStock: compose.lowStock(sender, { total: 4, scarcest }),
  refundFailed: compose.refundFailed(sender, refund),
})
