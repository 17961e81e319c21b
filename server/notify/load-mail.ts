import type { MailKind } from '../platform/outbox/mail-kinds.ts'
import type { MailRow } from '../platform/outbox/store.ts'
import { issuedPdf, offerPdf } from '../sales/documents/make-pdf.ts'
import type { IssuedDocument } from '../sales/documents/store.ts'
import { isOffer } from '../sales/quotes/offer.ts'
import { find as findQuote } from '../sales/quotes/store.ts'
import type { Shop } from '../shop-context.ts'
import { compose } from './compose.ts'
import type { MailContent, Sender } from './mail-content.ts'
import * as mails from './mail-data-store.ts'

type Load = (shop: Shop, mail: MailRow, sender: Sender) => Promise<MailContent | null>

const aboutBooking =
  (
    make: (sender: Sender, booking: mails.BookingFacts) => MailContent,
    matters = (_: mails.BookingFacts) => true,
  ): Load =>
  async ({ db }, { data }, sender) => {
    const booking = await mails.findBooking(db, String(data.bookingId))
    return booking && matters(booking) ? make(sender, booking) : null
  }

const aboutAdmin =
  (make: (sender: Sender, facts: mails.AdminFacts) => MailContent): Load =>
  async ({ db }, { data }, sender) => {
    const facts = await mails.findAdmin(db, String(data.userId), String(data.by))
    return facts && make(sender, facts)
  }

/** Invoices and credit notes: orders from before the upgrade have none. */
const withDocument = (shop: Shop, content: MailContent, document: IssuedDocument | null): MailContent =>
  document ? { ...content, attach: () => issuedPdf(shop, document) } : content

/** The link is made now, so that no token is ever stored. */
const withLink =
  (purpose: 'verify' | 'reset', make: (sender: Sender, person: MailRow, url: string) => MailContent): Load =>
  async ({ identity }, mail, sender) => {
    const path = await identity.createLink(purpose, mail.email, { isRetry: mail.tries > 1 })
    return path ? make(sender, mail, sender.origin + path) : null
  }

const loaders: Record<MailKind, Load> = {
  'confirm-email': withLink('verify', compose.confirmEmail),
  'reset-password': withLink('reset', compose.resetPassword),
  'password-changed': async (_shop, mail, sender) => compose.passwordChanged(sender, mail),
  'order-received': aboutBooking(compose.orderReceived, ({ state, held }) => state === 'open' && held),
  offer: async (shop, { data }, sender) => {
    const quote = await findQuote(shop.db, String(data.quoteId))
    if (quote?.state !== 'offered' || !isOffer(quote)) return null
    return { ...compose.offer(sender, quote), attach: () => offerPdf(shop, quote) }
  },
  paid: async (shop, { data }, sender) => {
    const booking = await mails.findBooking(shop.db, String(data.bookingId))
    return booking && withDocument(shop, compose.paid(sender, booking), booking.invoice)
  },
  shipped: async ({ db }, { data }, sender) => {
    const booking = await mails.findBooking(db, String(data.bookingId))
    const shipment = booking?.shipment
    // A later correction has a mail of its own.
    const isCurrent = shipment?.carrier === data.carrier && (shipment?.number ?? '') === data.number
    return booking && shipment && isCurrent ? compose.shipped(sender, booking, shipment) : null
  },
  refunded: async (shop, { data }, sender) => {
    const refund = await mails.findRefund(shop.db, String(data.refundId))
    if (refund?.state !== 'succeeded') return null
    return withDocument(shop, compose.refunded(sender, refund), refund.creditNote)
  },
  released: aboutBooking(compose.released, ({ state }) => state === 'lapsed'),
  'new-paid-order': aboutBooking(compose.newPaidOrder),
  'bank-order': aboutBooking(compose.bankOrder, ({ state }) => state !== 'paid' && state !== 'deleted'),
  'quote-requested': async ({ db }, { data }, sender) => {
    const quote = await findQuote(db, String(data.quoteId))
    return quote?.state === 'asked' ? compose.quoteRequested(sender, quote) : null
  },
  dispute: async ({ db }, { data }, sender) => {
    const dispute = await mails.findDispute(db, String(data.disputeId))
    return dispute && compose.dispute(sender, dispute)
  },
  'dashboard-refund': async ({ db }, { data }, sender) => {
    const refund = await mails.findRefund(db, String(data.refundId))
    return refund && compose.dashboardRefund(sender, refund)
  },
  'admin-appointed': aboutAdmin(compose.adminAppointed),
  'admin-removed': aboutAdmin(compose.adminRemoved),
  feedback: async ({ db }, { data }, sender) => {
    const sent = await mails.findFeedback(db, String(data.feedbackId))
    return sent && compose.feedback(sender, sent)
  },
  'mail-ceiling': async (_shop, { data }, sender) => compose.mailCeiling(sender, String(data.kind)),
  'low-stock': async ({ db }, _mail, sender) => {
    const low = await mails.listLowStock(db)
    return low.total > 0 ? compose.lowStock(sender, low) : null
  },
  'refund-failed': async ({ db }, { data }, sender) => {
    const refund = await mails.findRefund(db, String(data.refundId))
    return refund?.state === 'failed' ? compose.refundFailed(sender, refund) : null
  },
}

/** What a mail says at this moment; null when it no longer matters. */
export async function loadMail(shop: Shop, mail: MailRow): Promise<MailContent | null> {
  const load: Load | undefined = loaders[mail.kind as MailKind]
  return load ? load(shop, mail, shop.config) : null
}
