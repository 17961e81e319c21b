import { z } from 'zod'
import { MINIMUM_ORDER } from '../catalogue/order-quantity.ts'
import { MAX_QUANTITY } from '../catalogue/products.ts'
import { dollars, id, isoDate, optionalText, text, wholeNumber } from '../formats/fields.ts'
import { pageQuery, searchText } from '../formats/list-query.ts'
import { BOOKING_STATES } from './booking-search.ts'
import { billTo, purchaseOrderNumber } from './quotes.ts'

/** When and with which carrier a paid order was shipped, and its tracking number. */
export const shipment = z.object({
  carrier: text('The carrier', 100),
  /** Absent when the carrier gives none. */
  number: z.string().optional(),
  sentOn: isoDate,
})
export type Shipment = z.infer<typeof shipment>

const delivery = z.object({
  phone: z.string(),
  address: z.string(),
  purchaseOrder: z.string().optional(),
  billTo: z.string().optional(),
})
export type Delivery = z.infer<typeof delivery>

/** Where the customer's last order went, and what was to be on its documents; null before the first. */
export const lastDelivery = z.object({ delivery: delivery.nullable() })

/** An order whose payment is disputed is shipped only if the admin insists. */
export const newShipment = shipment.extend({
  number: optionalText('The tracking number', 100).optional(),
  despiteDispute: z.boolean('Say whether to ship despite the dispute: true or false').optional(),
})
export type NewShipment = z.infer<typeof newShipment>

/** A refund of a paid order: pending until the card provider has made it. */
export const orderRefund = z.object({
  _id: id,
  amount: z.number(),
  state: z.enum(['pending', 'succeeded', 'failed']),
  /** The number of its credit note, once there is one. */
  creditNote: z.string().optional(),
  createdAt: z.string(),
})
export type OrderRefund = z.infer<typeof orderRefund>

const dispute = z.object({
  amount: z.number(),
  reason: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  createdAt: z.string(),
})

export const booking = z.object({
  _id: id,
  /** For people: #1042. */
  number: z.number(),
  orderId: id,
  product: z.string(),
  /** The product's SKU at the time of the order; absent if it had none. */
  sku: z.string().optional(),
  /** The product's picture, as it is now. */
  image: z.string().optional(),
  orders: z.number(),
  email: z.string(),
  name: z.string(),
  unitPrice: z.number(),
  price: z.number(),
  phone: z.string(),
  address: z.string(),
  paid: z.boolean(),
  transictionId: z.string().optional(),
  paidAt: z.string().optional(),
  purchaseOrder: z.string().optional(),
  billTo: z.string().optional(),
  /** The number of its invoice. */
  invoice: z.string().optional(),
  /** Whether the customer has chosen to pay this unpaid order by bank transfer. */
  byBank: z.boolean().optional(),
  bankPayment: z.object({ reference: z.string(), receivedOn: z.string() }).optional(),
  /** Oldest first; absent when there are none. */
  refunds: z.array(orderRefund).optional(),
  /** How many of its units were put back into the stock. */
  restocked: z.number().optional(),
  /** For admins only: the newest dispute of its payment. */
  disputed: dispute.optional(),
  /** Whether its units are reserved; an unpaid order whose hold has lapsed reserves them again when it is paid. */
  held: z.boolean(),
  /** Until when an unpaid order's units are reserved. */
  heldUntil: z.string().optional(),
  createdAt: z.string(),
  /** Present once the order has shipped. */
  shipment: shipment.optional(),
})
export type Booking = z.infer<typeof booking>

/** The specification's names: `orderId` is the id of the product, `orders` the number of units. */
export const newBooking = z.object({
  orderId: z.string('The product is required').toLowerCase(),
  orders: wholeNumber('The quantity').meta({
    description: 'at least the minimum of the product, and less than its quantity',
    minimum: MINIMUM_ORDER,
    maximum: MAX_QUANTITY,
  }),
  phone: text('The phone number', 50),
  address: text('The address', 500),
  purchaseOrder: purchaseOrderNumber.optional(),
  billTo: billTo.optional(),
})
export type NewBooking = z.infer<typeof newBooking>

/** Both may be changed until the order is paid; an empty text removes it. */
export const purchaseOrder = z.object({
  purchaseOrder: purchaseOrderNumber.optional(),
  billTo: billTo.optional(),
})
export type PurchaseOrder = z.infer<typeof purchaseOrder>

/** What a bank asks for; the account has up to six lines. */
export const bankTransfer = z.object({
  recipient: z.string(),
  account: z.string(),
  reference: z.string(),
  amount: z.number(),
})
export type BankTransfer = z.infer<typeof bankTransfer>

export const longerHold = z.object({ until: isoDate })

export const bankPayment = z.object({
  reference: text('The reference', 100),
  receivedOn: isoDate,
})
export type BankPayment = z.infer<typeof bankPayment>

export const newRefund = z.object({
  /** Without it, all that is left. */
  amount: dollars('amount').optional(),
  reason: text('The reason', 200),
  restock: wholeNumber('The number of units to put back').optional(),
})
export type NewRefund = z.infer<typeof newRefund>

/** Selects one page of the orders; without parameters the list is complete. */
export const bookingQuery = z
  .object({
    q: searchText.describe(
      'part of a customer, a product, an email or a purchase order number, the number of the order, or the beginning of its id or of a SKU',
    ),
    state: z.enum(BOOKING_STATES, `The state must be one of ${BOOKING_STATES.join(', ')}`),
    ...pageQuery(),
  })
  .partial()
