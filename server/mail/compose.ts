import { formatCount } from '#contract/format-count.ts'
import { formatDollars, toDollars } from '#contract/money.ts'
import type { Block, MailContent, Sender } from './mail-content.ts'
import type { BookingFacts, FeedbackFacts, LowStockFacts, RefundFacts } from './store.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatTime = (moment: Date) => `${time.format(moment)} UTC`
const dollars = (cents: number) => formatDollars(toDollars(cents))

const whatOf = ({ orders, product }: BookingFacts) => `${orders} × ${product}`
const factsOf = (booking: BookingFacts): [string, string][] => [
  ['Product', booking.product],
  ['Quantity', formatCount(booking.orders)],
  ['Unit price', dollars(booking.unitCents)],
  ['Total', dollars(booking.priceCents)],
  ['Ship to', `${booking.name}\n${booking.address}`],
]
const hello = ({ name }: { name: string }) => `Hello ${name},`
const payment = ({ origin }: Sender, { id }: BookingFacts) => `${origin}/dashboard/payment/${id}`
const ownOrders = ({ origin }: Sender) => ({ label: 'See your orders', url: `${origin}/dashboard/order` })
const manageOrder = ({ origin }: Sender, { id }: BookingFacts) => ({
  label: 'Open the order',
  url: `${origin}/dashboard/myOrder?q=${id}`,
})

type Person = { name: string; email: string }

/** One function per kind of mail: what it says, from what is true when it is sent. */
export const compose = {
  confirmEmail: ({ shopName }: Sender, person: Person, url: string): MailContent => ({
    subject: `Confirm your email for ${shopName}`,
    preheader: 'One click, and receipts and shipping news reach you.',
    blocks: [
      'Hello,',
      `Somebody signed up at ${shopName} with ${person.email}. If that was you, confirm that the address is yours, so that we can send you receipts and shipping news.`,
      'The link works once, for a day. If it was not you, ignore this mail: without the confirmation we will not write to you about orders.',
    ],
    action: { label: 'Confirm your email', url },
  }),

  resetPassword: ({ shopName }: Sender, person: Person, url: string): MailContent => ({
    subject: `Reset your password for ${shopName}`,
    preheader: 'The link works once, for 30 minutes.',
    blocks: [
      'Hello,',
      `Somebody asked for a new password for ${person.email}. If that was you, choose one now. You will be signed out everywhere.`,
      'The link works once, for 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  }),

  passwordChanged: ({ shopName, origin }: Sender, person: Person): MailContent => ({
    subject: 'Your password was changed',
    preheader: 'If that was not you, reset it now.',
    blocks: [
      hello(person),
      `The password of ${person.email} at ${shopName} was changed.`,
      'If that was you, there is nothing to do. If not, choose a new one now: that ends every session.',
    ],
    action: { label: 'It was not me', url: `${origin}/forgot-password` },
  }),

  orderReceived: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `Order received: ${whatOf(booking)}`,
    preheader: `${dollars(booking.priceCents)}. We hold the units for you until ${formatTime(booking.holdUntil)}.`,
    blocks: [
      hello(booking),
      'Thank you for your order. We hold these units for you; pay to have them shipped.',
      [...factsOf(booking), ['Held until', formatTime(booking.holdUntil)]],
    ],
    action: { label: `Pay ${dollars(booking.priceCents)}`, url: payment(sender, booking) },
  }),

  paid: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `Paid: ${whatOf(booking)}`,
    preheader: `We received ${dollars(booking.priceCents)}. We will write again when your order ships.`,
    blocks: [
      hello(booking),
      `We received ${dollars(booking.priceCents)}. Thank you. We will write again when your order ships.`,
      [
        ...factsOf(booking),
        ['Paid on', booking.paidAt ? formatTime(booking.paidAt) : ''],
        ['Transaction', booking.transictionId ?? ''],
      ],
    ],
    action: ownOrders(sender),
  }),

  shipped: (
    sender: Sender,
    booking: BookingFacts,
    shipment: { carrier: string; number: string; sentOn: string },
  ): MailContent => ({
    subject: `Shipped: ${whatOf(booking)}`,
    preheader: `${shipment.carrier}, ${shipment.number}`,
    blocks: [
      hello(booking),
      'Your order is on its way.',
      [
        ['Product', booking.product],
        ['Quantity', formatCount(booking.orders)],
        ['Carrier', shipment.carrier],
        ['Tracking number', shipment.number],
        ['Shipped on', date.format(new Date(shipment.sentOn))],
        ['Ship to', `${booking.name}\n${booking.address}`],
      ],
    ],
    action: ownOrders(sender),
  }),

  refunded: (sender: Sender, { booking, amountCents, reason }: RefundFacts): MailContent => ({
    subject: `Refund: ${dollars(amountCents)}`,
    preheader: `For ${whatOf(booking)}. It can take your bank a few days to show it.`,
    blocks: [
      hello(booking),
      `We refunded ${dollars(amountCents)} to your card. It can take your bank a few days to show it.`,
      [
        ['Product', booking.product],
        ['Quantity', formatCount(booking.orders)],
        ['Refund', dollars(amountCents)],
        ['Reason', reason],
      ],
    ],
    action: ownOrders(sender),
  }),

  released: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `Your order was released: ${booking.product}`,
    preheader: 'Nothing was charged. You can still pay while the units are available.',
    blocks: [
      hello(booking),
      'This order is not paid, and we no longer hold its units. Nothing was charged. You can still pay while they are available.',
      factsOf(booking),
    ],
    action: { label: 'See the order', url: payment(sender, booking) },
  }),

  newPaidOrder: (sender: Sender, booking: BookingFacts): MailContent => ({
    subject: `New paid order: ${whatOf(booking)}`,
    preheader: `${dollars(booking.priceCents)} from ${booking.name}`,
    blocks: [
      `${booking.name} paid ${dollars(booking.priceCents)}. The order waits to be shipped.`,
      [...factsOf(booking), ['Email', booking.email], ['Phone', booking.phone]],
    ],
    action: manageOrder(sender, booking),
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

  refundFailed: (sender: Sender, { booking, amountCents, reason, error }: RefundFacts): MailContent => ({
    subject: `Refund failed: ${booking.product}`,
    preheader: `${dollars(amountCents)} to ${booking.name}`,
    blocks: [
      'A refund failed. The shop tries again with growing pauses, for two days. If it goes on failing, agree with the customer on another way.',
      [
        ['Product', booking.product],
        ['Refund', dollars(amountCents)],
        ['Reason for the refund', reason],
        ['The card provider says', error],
        ['Customer', `${booking.name}\n${booking.email}`],
      ],
    ],
    action: manageOrder(sender, booking),
  }),
}
