import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, newestFirst, referenceTo, searchText, timestamptz } from './columns.ts'
import { users } from './people.ts'
import { products } from './products.ts'

export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    /** For people: #1042. */
    number: integer().notNull().unique().generatedByDefaultAsIdentity({ startWith: 1001 }),
    productId: referenceTo('product_id', () => products.id),
    userId: referenceTo('user_id', () => users.id),
    product: text().notNull(),
    /** The product's when it was ordered, empty if it had none; null: ordered before the shop kept it. */
    sku: text(),
    unitCents: integer('unit_cents').notNull(),
    orders: integer().notNull(),
    priceCents: integer('price_cents').notNull(),
    email: text().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    /** The customer's own number for it. */
    purchaseOrder: text('purchase_order'),
    /** Company, tax id and the like, up to six lines. */
    billTo: text('bill_to'),
    state: text({ enum: ['open', 'closing', 'lapsed', 'paid', 'deleted'] })
      .notNull()
      .default('open'),
    /** What a closing booking becomes once its payments are canceled. */
    closingTo: text('closing_to', { enum: ['lapsed', 'deleted'] }),
    /** Whether this booking's units are taken out of the product's quantity. */
    held: boolean().notNull().default(true),
    holdUntil: timestamptz('hold_until').notNull(),
    /** When the hold began that this one continues, if the customer or network had just given up the same product; null: with the order. */
    heldSince: timestamptz('held_since'),
    /** Where the hold was made from, narrow and wide, until it is paid or its time is over. */
    network: text(),
    wideNetwork: text('wide_network'),
    /** Whether it has lapsed and reserved its units again, which it may do only once. */
    heldAgain: boolean('held_again').notNull().default(false),
    transictionId: text('transiction_id').unique(),
    paidAt: timestamptz('paid_at'),
    /** When its customer chose to pay it by bank transfer. */
    bankChosenAt: timestamptz('bank_chosen_at'),
    /** Of an order that was paid by bank transfer. */
    bankReference: text('bank_reference'),
    bankReceivedOn: date('bank_received_on', { mode: 'string' }),
    bankRecordedBy: text('bank_recorded_by'),
    /** The sum of its refunds that were made or may still be: not of those that have failed for good. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** How many of its units went back into the stock with a refund. */
    restocked: integer().notNull().default(0),
    /** When a closing booking is next to be closed; an open one is due when its hold ends. */
    dueAt: timestamptz('due_at'),
    /** How often the provider had not yet let go of a payment: each time doubles the pause. */
    checks: integer().notNull().default(0),
    createdAt: createdAt(),
    deletedAt: timestamptz('deleted_at'),
    deletedBy: text('deleted_by'),
    searchText: searchText(
      'email',
      'name',
      'product',
      `coalesce(transiction_id, '')`,
      `coalesce(purchase_order, '')`,
    ),
  },
  (t) => [
    check('bookings_orders', sql`${t.orders} >= 100`),
    check(
      'bookings_price',
      sql`${t.priceCents} = ${t.unitCents}::bigint * ${t.orders} and ${t.priceCents} between 50 and 99999999`,
    ),
    check('bookings_state', sql`${t.state} in ('open', 'closing', 'lapsed', 'paid', 'deleted')`),
    check('bookings_closing', sql`(${t.state} = 'closing') = (${t.closingTo} is not null)`),
    check(
      'bookings_held',
      sql`case when ${t.state} in ('open', 'paid') then ${t.held} when ${t.state} in ('lapsed', 'deleted') then not ${t.held} else true end`,
    ),
    check(
      'bookings_paid',
      sql`(${t.state} = 'paid') = (${t.transictionId} is not null) and (${t.state} = 'paid') = (${t.paidAt} is not null)`,
    ),
    // Every check is prepared anew by every order that is placed: this one is as short as it can be.
    check(
      'bookings_refunded',
      sql`${t.refundedCents} between 0 and ${t.priceCents} and ${t.restocked} between 0 and ${t.orders}`,
    ),
    check('bookings_deletion_named', sql`(${t.state} = 'deleted') = (${t.deletedAt} is not null)`),
    index('bookings_of_user').on(t.userId, ...newestFirst(t)),
    // For the history of a product.
    index('bookings_of_product').on(t.productId, ...newestFirst(t)),
    // Few, however long a customer's history is.
    index('bookings_unpaid').on(t.userId).where(sql`state in ('open', 'closing', 'lapsed')`),
    index('bookings_searched').using('gin', t.searchText.op('gin_trgm_ops')),
    index('bookings_sku').on(sql`lower(sku) text_pattern_ops`).where(sql`sku <> ''`),
    index('bookings_newest').on(...newestFirst(t)),
    index('bookings_due')
      .on(sql`(case state when 'closing' then due_at else hold_until end)`)
      .where(sql`state in ('open', 'closing')`),
    // Only what is held now, and what was given up before its time.
    index('bookings_held_from')
      .on(t.wideNetwork)
      .where(sql`state in ('open', 'closing') and wide_network is not null`),
    index('bookings_given_up')
      .on(t.userId, t.productId, t.holdUntil)
      .where(sql`state in ('lapsed', 'deleted')`),
    index('bookings_given_up_from')
      .on(t.network, t.productId, t.holdUntil)
      .where(sql`state in ('lapsed', 'deleted') and network is not null`),
    index('bookings_lapsed').on(t.holdUntil).where(sql`state = 'lapsed'`),
    index('bookings_refunded').on(t.id).where(sql`refunded_cents = price_cents and state = 'paid'`),
    // Everything the owner's overview sums up, for index-only scans.
    index('bookings_paid').on(t.paidAt, t.productId, t.orders, t.priceCents).where(sql`state = 'paid'`),
  ],
)

/** How a paid booking was shipped; paid is final, so a booking with a shipment is always paid. */
export const shipments = pgTable(
  'shipments',
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id),
    carrier: text().notNull(),
    /** Null when the carrier gives none, as with a truck of one's own. */
    number: text(),
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    recordedBy: text('recorded_by').notNull(),
    recordedAt: timestamptz('recorded_at').notNull().defaultNow(),
  },
  (t) => [
    check('shipments_named', sql`${t.carrier} <> '' and ${t.number} <> ''`),
    index('shipments_number').on(sql`lower(number) text_pattern_ops`),
  ],
)
