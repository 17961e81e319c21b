import type { Shop } from '../shop-context.ts'
import { compose } from './compose.ts'
import type { MailContent, Sender } from './mail-content.ts'
import * as mails from './store.ts'

type Load = (shop: Shop, mail: mails.MailRow, sender: Sender) => Promise<MailContent | null>

const aboutBooking =
  (
    make: (sender: Sender, booking: mails.BookingFacts) => MailContent,
    matters = (_: mails.BookingFacts) => true,
  ): Load =>
  async ({ db }, { data }, sender) => {
    const booking = await mails.findBooking(db, String(data.bookingId))
    return booking && matters(booking) ? make(sender, booking) : null
  }

const aboutRefund =
  (make: (sender: Sender, refund: mails.RefundFacts) => MailContent, state: string): Load =>
  async ({ db }, { data }, sender) => {
    const refund = await mails.findRefund(db, String(data.attemptId))
    return refund?.state === state ? make(sender, refund) : null
  }

/** The link is made now, so that no token is ever stored. */
const withLink =
  (
    purpose: 'verify' | 'reset',
    make: (sender: Sender, person: mails.MailRow, url: string) => MailContent,
  ): Load =>
  async ({ identity }, mail, sender) => {
    const path = await identity.createLink(purpose, mail.email)
    return path ? make(sender, mail, sender.origin + path) : null
  }

const loaders = {
  'confirm-email': withLink('verify', compose.confirmEmail),
  'reset-password': withLink('reset', compose.resetPassword),
  'password-changed': async (_shop, mail, sender) => compose.passwordChanged(sender, mail),
  'order-received': aboutBooking(compose.orderReceived, ({ state, held }) => state === 'open' && held),
  paid: aboutBooking(compose.paid),
  shipped: async ({ db }, { data }, sender) => {
    const booking = await mails.findBooking(db, String(data.bookingId))
    const shipment = booking?.shipment
    // A later correction has a mail of its own.
    const isCurrent = shipment?.carrier === data.carrier && shipment?.number === data.number
    return booking && shipment && isCurrent ? compose.shipped(sender, booking, shipment) : null
  },
  refunded: aboutRefund(compose.refunded, 'refunded'),
  released: aboutBooking(compose.released, ({ state }) => state === 'lapsed'),
  'new-paid-order': aboutBooking(compose.newPaidOrder),
  feedback: async ({ db }, { data }, sender) => {
    const sent = await mails.findFeedback(db, String(data.feedbackId))
    return sent && compose.feedback(sender, sent)
  },
  'low-stock': async ({ db }, _mail, sender) => {
    const low = await mails.listLowStock(db)
    return low.total > 0 ? compose.lowStock(sender, low) : null
  },
  'refund-failed': aboutRefund(compose.refundFailed, 'refund_failed'),
} satisfies Record<string, Load>

export type MailKind = keyof typeof loaders

/** What a mail says at this moment; null when it no longer matters. */
export async function loadMail(shop: Shop, mail: mails.MailRow): Promise<MailContent | null> {
  const load: Load | undefined = loaders[mail.kind as MailKind]
  return load ? load(shop, mail, shop.config) : null
}
