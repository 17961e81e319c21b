import { idAt } from '../database/new-id.ts'
import { compose } from './compose.ts'
import type { MailContent, Sender } from './mail-content.ts'
import type { BookingFacts } from './store.ts'

const noon = new Date('2026-11-17T12:00:00Z')
const id = idAt(noon)
const person = { name: 'Sample Customer', email: 'customer@example.com' }
const shipment = { carrier: 'Parcel Post', number: 'PP 7489 2210 5531', sentOn: '2026-11-18' }
const booking: BookingFacts = {
  ...person,
  id,
  productId: id,
  userId: id,
  product: 'Claw hammer, 16 oz, hickory handle',
  unitCents: 1_240,
  orders: 1_200,
  priceCents: 1_488_000,
  phone: '555 0100',
  address: '1 Example Street\nSpringfield',
  state: 'paid',
  closingTo: null,
  held: true,
  holdUntil: new Date('2026-11-18T12:00:00Z'),
  heldAgain: false,
  transictionId: 'pi_3Sample0Transaction0Id',
  paidAt: noon,
  dueAt: null,
  checks: 0,
  idempotencyKey: null,
  createdAt: noon,
  deletedAt: null,
  deletedBy: null,
  searchText: '',
  shipment: null,
}
const refund = {
  booking,
  amountCents: booking.priceCents,
  state: 'refunded',
  reason: 'The units were no longer available',
  error: 'expired_or_canceled_card',
}
const scarcest = [
  { name: 'Tape measure, 25 ft', quantity: 0 },
  { name: 'Combination pliers, 8 in', quantity: 140 },
  { name: 'Safety goggles, anti-fog, clear lens', quantity: 260 },
]
const feedback = 'The hammers are excellent.\nDo you also sell wedges?'

/** Every kind of mail, made of made-up data, for whoever works on them. */
export const sampleMails = (sender: Sender): Record<keyof typeof compose, MailContent> => ({
  confirmEmail: compose.confirmEmail(sender, person, `${sender.origin}/verify-email#token=sample`),
  resetPassword: compose.resetPassword(sender, person, `${sender.origin}/reset-password#token=sample`),
  passwordChanged: compose.passwordChanged(sender, person),
  orderReceived: compose.orderReceived(sender, booking),
  paid: compose.paid(sender, booking),
  shipped: compose.shipped(sender, booking, shipment),
  refunded: compose.refunded(sender, refund),
  released: compose.released(sender, booking),
  newPaidOrder: compose.newPaidOrder(sender, booking),
  feedback: compose.feedback(sender, { ...person, feedback }),
  lowStock: compose.lowStock(sender, { total: 4, scarcest }),
  refundFailed: compose.refundFailed(sender, refund),
})
