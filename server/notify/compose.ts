import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toDollars } from '#contract/formats/money.ts'
import type { Offer } from '../sales/quotes/offer.ts'
import type { QuoteRow } from '../sales/quotes/store.ts'
import type { Block, MailContent, Sender } from './mail-content.ts'
import type {
  AdminFacts,
  BookingFacts,
  DisputeFacts,
  FeedbackFacts,
  LowStockFacts,
  RefundFacts,
} from './mail-data-store.ts'
import { DISPUTE_NEWS, HOW_REFUNDED, WHEN_REFUNDED } from './money-news.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatTime = (moment: Date) => `${time.format(moment)} UTC`
const dollars = (cents: number) => formatDollars(toDollars(cents))

const whatOf = ({ orders, product }: { orders: number; product: string }) =>
  `${formatCount(orders)} × ${product}`
const factIf = (label: string, value: string | null): [string, string][] => (value ? [[label, value]] : [])
const factsOfProduct = ({ product, sku }: { product: string; sku: string | null }) => [
  ['Product', product] satisfies [string, string],
  ...factIf('SKU', sku),
]
const factsOf = (booking: BookingFacts): [string, string][] => [
  ['Order', `#${booking.number}`],
  ...factIf('Purchase order', booking.purchaseOrder),
  ...factsOfProduct(booking),
  ['Quantity', formatCount(booking.orders)],
  ['Unit price', dollars(booking.unitCents)],
  ['Total', dollars(booking.priceCents)],
  ['Ship to', `${booking.name}\n${booking.address}`],
]
const hello = ({ name }: { name: string }) => `Hello ${name},`
const payment = ({ origin }: Sender, { id }: BookingFacts) => `${origin}/dashboard/payment/${id}`
// A deleted order has no page; what was refunded of it is among the others.
const ownOrder = ({ origin }: Sender, { id, state }: BookingFacts) =>
  state === 'deleted'
    ? { label: 'See your orders', url: `${origin}/dashboard/order` }
    : { label: 'See your order', url: `${origin}/dashboard/order/${id}` }
const manageOrder = ({ origin }: Sender, { id, state }: BookingFacts) =>
  state === 'deleted'
    ? { label: 'View refunds', url: `${origin}/dashboard/myOrder` }
    : { label: 'View order', url: `${origin}/dashboard/myOrder?q=${id}` }

const FLOODED: Record<string, string> = {
  'confirm-email': 'email confirmations',
  'reset-password': 'password resets',
}

type Person = { name: string; email: string }

/** One function per kind of mail: what it says, from what is true when it is sent. */
export const compose = {
  confirmEmail: ({ shopName }: Sender, person: Person, url: string): MailContent => ({
    subject: `Confirm your email for ${shopName}`,
    preheader: 'One click, and you will get receipts and shipping updates.',
    blocks: [
      'Hello,',
      `Someone signed up at ${shopName} with ${person.email}. If that was you, confirm that the address is yours, so that we can send you receipts and shipping updates.`,
      'You can use the link once, within 24 hours. If it was not you, ignore this email: without the confirmation we will not email you about orders.',
    ],
    action: { label: 'Confirm your email', url },
  }),

  resetPassword: ({ shopName }: Sender, person: Person, url: string): MailContent => ({
    subject: `Reset your password for ${shopName}`,
    preheader: 'You can use the link once, within 30 minutes.',
    blocks: [
      'Hello,',
      `Someone requested a new password for ${person.email}. If that was you, choose one now. You will be signed out everywhere.`,
      'You can use the link once, within 30 minutes. If it was not you, ignore this email: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  }),

  passwordChanged: ({ shopName, origin }: Sender, person: Person): MailContent => ({
    subject: 'Your password was changed',
    preheader: 'If that was not you, reset it now.',
    blocks: [
      hello(person),
      `The password for ${person.email} at ${shopName} was changed.`,
      'If that was you, you do not need to do anything. If not, choose a new password now; you will be signed out everywhere.',
    ],
    action: { label: "This wasn't me", url: `${origin}/forgot-password` },
  }),

  orderReceived: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `Order received: ${whatOf(booking)}`,
    preheader: `${dollars(booking.priceCents)}. We are holding the units for you until ${formatTime(booking.holdUntil)}.`,
    blocks: [
      hello(booking),
      'Thank you for your order. We are holding these units for you. We will ship them once you have paid.',
      [...factsOf(booking), ['Held until', formatTime(booking.holdUntil)]],
    ],
    action: { label: `Pay ${dollars(booking.priceCents)}`, url: payment(sender, booking) },
  }),

  offer: ({ origin }: Sender, quote: Offer): MailContent => ({
    subject: `Offer ${quote.number}: ${quote.product}`,
    preheader: `Valid until ${date.format(new Date(quote.validUntil))}.`,
    blocks: [
      hello(quote),
      'Here is our offer, also attached as a PDF. Accept it, and it becomes your order.',
      [
        ...factsOfProduct(quote),
        ...quote.steps.map(({ orders, cents }, index): [string, string] => [
          `${index < quote.steps.length - 1 ? 'From ' : ''}${formatCount(orders)} units`,
          `${dollars(cents)} per unit`,
        ]),
        ...factIf('Set aside for you', quote.held > 0 ? `${formatCount(quote.held)} units` : null),
        ['Valid until', date.format(new Date(quote.validUntil))],
        ...factIf('Purchase order', quote.purchaseOrder),
      ],
      ...(quote.note ? [quote.note] : []),
    ],
    action: { label: 'See the offer', url: `${origin}/dashboard/quote/${quote.id}` },
  }),

  paid: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `Paid: ${booking.invoice ? `invoice ${booking.invoice.number}` : whatOf(booking)}`,
    preheader: `We received ${dollars(booking.priceCents)}. We will email you again when your order ships.`,
    blocks: [
      hello(booking),
      `We received ${dollars(booking.priceCents)}. Thank you.${booking.invoice ? ' The invoice is attached.' : ''} We will email you again when your order ships.`,
      [
        ...factIf('Invoice', booking.invoice?.number ?? null),
        ...factsOf(booking),
        ['Paid on', booking.paidAt ? formatTime(booking.paidAt) : ''],
        booking.bankReference
          ? ['Bank reference', booking.bankReference]
          : ['Transaction ID', booking.transictionId ?? ''],
      ],
    ],
    action: ownOrder(sender, booking),
  }),

  shipped: (
    sender: Sender,
    booking: BookingFacts,
    shipment: { carrier: string; number: string | null; sentOn: string },
  ): MailContent => ({
    subject: `Shipped: ${whatOf(booking)}`,
    preheader: [shipment.carrier, ...(shipment.number ? [shipment.number] : [])].join(', '),
    blocks: [
      hello(booking),
      'Your order is on its way.',
      [
        ...factsOfProduct(booking),
        ['Quantity', formatCount(booking.orders)],
        ['Carrier', shipment.carrier],
        ...factIf('Tracking number', shipment.number),
        ['Shipped on', date.format(new Date(shipment.sentOn))],
        ['Ship to', `${booking.name}\n${booking.address}`],
      ],
    ],
    action: ownOrder(sender, booking),
  }),

  refunded: (sender: Sender, { booking, amountCents, reason, by, creditNote }: RefundFacts): MailContent => ({
    subject: `Refund: ${dollars(amountCents)}${creditNote ? `, credit note ${creditNote.number}` : ''}`,
    preheader: `For ${whatOf(booking)}. ${WHEN_REFUNDED[by]}`,
    blocks: [
      hello(booking),
      `${HOW_REFUNDED[by](dollars(amountCents))} ${WHEN_REFUNDED[by]}${creditNote ? ' The credit note is attached.' : ''}`,
      [
        ...factIf('Credit note', creditNote?.number ?? null),
        ['Order', `#${booking.number}`],
        ...factIf('Purchase order', booking.purchaseOrder),
        ...factsOfProduct(booking),
        ['Quantity', formatCount(booking.orders)],
        ['Refund', dollars(amountCents)],
        ['Reason', reason],
      ],
    ],
    action: ownOrder(sender, booking),
  }),

  released: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `Your order was released: ${booking.product}`,
    preheader: 'Nothing was charged. You can still pay while the units are available.',
    blocks: [
      hello(booking),
      'This order has not been paid, so we are no longer holding its units. Nothing was charged. You can still pay while they are available.',
      factsOf(booking),
    ],
    action: { label: 'See the order', url: payment(sender, booking) },
  }),

  newPaidOrder: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `New paid order: ${whatOf(booking)}`,
    preheader: `${dollars(booking.priceCents)} from ${booking.name}`,
    blocks: [
      `${booking.name} paid ${dollars(booking.priceCents)}. The order is ready to ship.`,
      [...factsOf(booking), ['Email', booking.email], ['Phone', booking.phone]],
    ],
    action: manageOrder(sender, booking),
  }),

  bankOrder: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `To be paid by bank transfer: ${whatOf(booking)}`,
    preheader: `${dollars(booking.priceCents)} from ${booking.name}, reference “Order ${booking.number}”`,
    blocks: [
      `${booking.name} will pay ${dollars(booking.priceCents)} by bank transfer, with “Order ${booking.number}” as the reference. Once the money is in your account, record the payment: the order is ready to ship then.`,
      [
        ...factsOf(booking),
        ['Email', booking.email],
        ['Phone', booking.phone],
        ...(booking.held ? factIf('Held until', formatTime(booking.holdUntil)) : []),
      ],
      ...(booking.held ? [] : ['Its units are no longer held.']),
    ],
    action: manageOrder(sender, booking),
  }),

  quoteRequested: ({ origin }: Sender, quote: QuoteRow): MailContent => ({
    subject: `Quote requested: ${whatOf(quote)}`,
    preheader: `${quote.name} is waiting for your offer.`,
    blocks: [
      `${quote.name} has requested a quote. Make an offer, or withdraw the quote.`,
      [
        ['Quote', quote.number],
        ...factsOfProduct(quote),
        ['Quantity', formatCount(quote.orders)],
        ...factIf('Needed by', quote.wantedBy && date.format(new Date(quote.wantedBy))),
        ...factIf('Purchase order', quote.purchaseOrder),
        ['Customer', `${quote.name}\n${quote.email}`],
      ],
      ...(quote.message ? [quote.message] : []),
    ],
    action: {
      label: 'Respond to the request',
      url: `${origin}/dashboard/myOrder?view=quotes&q=${quote.number}`,
    },
  }),

  dispute: (sender: Sender, { booking, amountCents, reason, state }: DisputeFacts): MailContent => ({
    subject: `Dispute${state === 'open' ? '' : ` ${state}`}: ${dollars(amountCents)}, order #${booking.number}`,
    preheader: `${whatOf(booking)}, ${booking.name}`,
    blocks: [
      DISPUTE_NEWS[state],
      [
        ...factsOf(booking),
        ['Disputed', dollars(amountCents)],
        ['Reason', reason],
        ['Email', booking.email],
        ['Phone', booking.phone],
      ],
    ],
    action: manageOrder(sender, booking),
  }),

  dashboardRefund: (sender: Sender, { booking, amountCents, creditNote }: RefundFacts): MailContent => ({
    subject: `Refunded through the card provider: ${dollars(amountCents)}, order #${booking.number}`,
    preheader: `${whatOf(booking)}, ${booking.name}`,
    blocks: [
      "Someone issued a refund in the card provider's dashboard. It counts as a refund of this order; the customer was told, and no units went back into stock.",
      [
        ...factsOf(booking),
        ['Refund', dollars(amountCents)],
        ...factIf('Credit note', creditNote?.number ?? null),
      ],
    ],
    action: manageOrder(sender, booking),
  }),

  adminAppointed: ({ origin }: Sender, { admin, by }: AdminFacts): MailContent => ({
    subject: `New admin: ${admin.email}`,
    preheader: `Appointed by ${by.email}`,
    blocks: [
      `${by.name} (${by.email}) made ${admin.name} (${admin.email}) an admin, who can now see every order and manage the whole shop.`,
      `If you did not expect this, remove them in Make Admin. If ${by.email} says that it was not them, change the password of that account, too.`,
    ],
    action: { label: 'Open Make Admin', url: `${origin}/dashboard/users` },
  }),

  adminRemoved: ({ origin }: Sender, { admin, by }: AdminFacts): MailContent => ({
    subject: `Admin removed: ${admin.email}`,
    preheader: `Removed by ${by.email}`,
    blocks: [
      `${by.name} (${by.email}) removed ${admin.name} (${admin.email}), who was an admin and can no longer log in.`,
      `If ${by.email} says that it was not them, change the password of that account; “npm run restore-user” brings the other one back.`,
    ],
    action: { label: 'Open Make Admin', url: `${origin}/dashboard/users` },
  }),

  feedback: ({ origin }: Sender, { name, email, feedback }: FeedbackFacts): MailContent => ({
    subject: `Feedback from ${name}`,
    preheader: feedback.slice(0, 150),
    blocks: [
      feedback,
      [
        ['Name', name],
        ['Email', email],
      ],
    ],
    action: { label: 'Open the dashboard', url: `${origin}/dashboard` },
  }),

  mailCeiling: ({ origin }: Sender, kind: string): MailContent => ({
    subject: `Too many ${FLOODED[kind] ?? 'emails'} requested`,
    preheader: 'The shop has held some of them back.',
    blocks: [
      `Within an hour the shop was asked for more ${FLOODED[kind] ?? 'emails'} than it sends. It did not send the rest, so that nobody can flood strangers in your name. Most likely, someone is using a program.`,
      'Orders and payments go on. Customers who have confirmed their email can still reset their password, at least once an hour.',
      'The log says “throttle reached” with the networks that asked for most. If it does not stop, block these in your firewall. You will not hear of this again today.',
    ],
    action: { label: 'Open the dashboard', url: `${origin}/dashboard` },
  }),

  lowStock: ({ origin }: Sender, { total, scarcest }: LowStockFacts): MailContent => ({
    subject: 'Low stock',
    preheader: scarcest.map(({ name }) => name).join(', '),
    blocks: [
      'These products have stock for fewer than three minimum orders.',
      scarcest.map(({ name, quantity }): [string, string] => [`${formatCount(quantity)} left`, name]),
      ...(total > scarcest.length ? [`And ${formatCount(total - scarcest.length)} more.`] : []),
    ] satisfies Block[],
    action: { label: 'Restock', url: `${origin}/dashboard/manageProduct` },
  }),

  refundFailed: (
    sender: Sender,
    { booking, amountCents, reason, error, isRetried }: RefundFacts,
  ): MailContent => ({
    subject: `Refund failed: ${booking.product}`,
    preheader: `${dollars(amountCents)} to ${booking.name}`,
    blocks: [
      isRetried
        ? 'A refund failed. The shop retries for two days, waiting longer each time. If it keeps failing, arrange another way to refund the customer.'
        : "A refund that was issued in the card provider's dashboard failed. Retry it in Manage Order, or arrange another way to refund the customer.",
      [
        ['Order', `#${booking.number}`],
        ...factsOfProduct(booking),
        ['Refund', dollars(amountCents)],
        ['Reason for the refund', reason],
        ['The card provider says', error],
        ['Customer', `${booking.name}\n${booking.email}`],
      ],
    ],
    action: manageOrder(sender, booking),
  }),
}
