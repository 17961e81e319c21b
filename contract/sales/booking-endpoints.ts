import { z } from 'zod'
import { byEmail, byId } from '../calls/endpoint.ts'
import { pdf, successMessage } from '../calls/responses.ts'
import { id } from '../formats/fields.ts'
import {
  bankPayment,
  bankTransfer,
  booking,
  bookingQuery,
  lastDelivery,
  longerHold,
  newBooking,
  newRefund,
  newShipment,
  purchaseOrder,
} from './bookings.ts'
import { paymentConfirmation, paymentRequest, paymentSecret } from './payments.ts'
import { refund } from './refunds.ts'

/** Orders, their payments, refunds and documents. */
export const bookingEndpoints = {
  placeBooking: {
    summary: 'Order a product',
    body: newBooking,
    response: booking,
    idempotent: true,
    refusals: [404, 429],
  },
  getLastDelivery: {
    summary: 'Phone, address, purchase order number and billing details of your last order',
    response: lastDelivery,
  },
  listBookings: {
    summary:
      'All orders, newest first; with any parameter, one page of them. The header x-total-count is the total; if x-total-exact is false, there are more than can be paged through',
    query: bookingQuery,
    response: z.array(booking),
  },
  deleteBooking: {
    summary: 'Delete an unpaid order: its owner or an admin',
    params: byId,
    noun: 'order',
    response: successMessage,
    refusals: [409, 429],
  },
  listOwnBookings: { summary: 'Your own orders, newest first', query: byEmail, response: z.array(booking) },
  getBooking: { summary: 'One order: its owner or an admin', params: byId, noun: 'order', response: booking },
  payBooking: {
    summary: 'Report the payment of an order of your own; it is verified with the card provider',
    params: byId,
    noun: 'order',
    body: paymentConfirmation,
    response: booking,
    refusals: [409, 429],
  },
  recordShipment: {
    summary: 'Record the shipment of a paid order, or correct it',
    params: byId,
    noun: 'order',
    body: newShipment,
    response: booking,
    refusals: [409],
  },
  setPurchaseOrder: {
    summary: 'Set the purchase order number and the billing details of an unpaid order of your own',
    params: byId,
    noun: 'order',
    body: purchaseOrder,
    response: booking,
    refusals: [409],
  },
  prolongHold: {
    summary: 'Hold the units of an unpaid order longer: to the end of a day in the time zone of the shop',
    params: byId,
    noun: 'order',
    body: longerHold,
    response: booking,
    refusals: [409],
  },
  getBankTransfer: {
    summary: 'Where to, and with which reference, an unpaid order is paid by bank transfer',
    params: byId,
    noun: 'order',
    response: bankTransfer,
    refusals: [409],
  },
  chooseBankTransfer: {
    summary:
      'Tell the shop that you will pay an order of your own by bank transfer; its units may be held longer then',
    params: byId,
    noun: 'order',
    response: booking,
    refusals: [409],
  },
  recordBankPayment: {
    summary: 'Record that an order was paid by bank transfer; its open card payments are canceled first',
    params: byId,
    noun: 'order',
    body: bankPayment,
    response: booking,
    refusals: [409],
  },
  refundBooking: {
    summary: 'Refund a paid order, in full or in part',
    params: byId,
    noun: 'order',
    body: newRefund,
    response: booking,
    idempotent: true,
  },
  getProForma: {
    summary: 'The pro forma invoice of an unpaid order, with the bank details',
    params: byId,
    noun: 'order',
    response: pdf,
    refusals: [409, 429],
  },
  getInvoice: {
    summary: 'The invoice of a paid order',
    params: byId,
    noun: 'order',
    response: pdf,
    refusals: [429],
  },
  getCreditNote: {
    summary: 'The credit note of a refund',
    params: z.object({ id, number: z.string().regex(/^[\w-]{1,30}$/) }),
    noun: 'credit note',
    response: pdf,
    refusals: [429],
  },
  getPackingSlip: {
    summary: 'The packing slip of a paid order, without prices',
    params: byId,
    noun: 'order',
    response: pdf,
    refusals: [409, 429],
  },
  createPaymentIntent: {
    summary: 'Start the card payment of an order of your own',
    body: paymentRequest,
    response: paymentSecret,
    refusals: [404, 409, 429],
  },
  retryRefund: {
    summary: 'Retry a refund that has failed for good',
    params: byId,
    noun: 'refund',
    response: successMessage,
    refusals: [409],
  },
  settleRefund: {
    summary: 'Record that a failed refund was made another way, such as by bank transfer',
    params: byId,
    noun: 'refund',
    response: successMessage,
    refusals: [409],
  },
  listRefunds: {
    summary: 'Refunds that are not finished, and the last 200 that are, newest first',
    response: z.array(refund),
  },
} as const
