import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { productFields } from '#contract/product-fields.ts'
import { createdAt, id, timestamptz } from './columns.ts'

export * from './mails-table.ts'

const referenceTo = (name: string, column: () => AnyPgColumn) => uuid(name).notNull().references(column)
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The text that a search looks through, without case and accents; nobody can type the line break between two columns. */
const searchText = (...texts: string[]) =>
  text('searched')
    .notNull()
    .generatedAlwaysAs(sql.raw(`folded(${texts.join(` || E'\\n' || `)})`))

/** Matches the lists' order: `order by … desc` sorts nulls first and cannot use an index that has them last. */
const newestFirst = ({ createdAt, id }: Record<'createdAt' | 'id', ExtraConfigColumn>) =>
  [createdAt.desc().nullsFirst(), id.desc().nullsFirst()] as const

export const users = pgTable(
  'users',
  {
    id: id(),
    /** The identity service's name for this person (the token's `sub`). */
    subject: text().notNull().unique(),
    email: text().notNull().unique(),
    /** When the person first proved, in the shop's present mode, that the email is theirs. */
    emailVerifiedAt: timestamptz('email_verified_at'),
    name: text().notNull(),
    role: text({ enum: ['admin', 'customer'] })
      .notNull()
      .default('customer'),
    createdAt: createdAt(),
    deletedAt: timestamptz('deleted_at'),
    deletedBy: text('deleted_by'),
    searchText: searchText('email', 'name'),
  },
  (t) => [
    check('users_email_lower_case', sql`${t.email} = lower(${t.email})`),
    check('users_role', sql`${t.role} in ('admin', 'customer')`),
    check('users_deletion_named', sql`(${t.deletedAt} is null) = (${t.deletedBy} is null)`),
    index('users_newest').on(...newestFirst(t)),
    index('users_leaving').on(t.id).where(sql`deleted_by = 'leaving'`),
  ],
)

export const profiles = pgTable('profiles', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  education: text().notNull(),
  location: text().notNull(),
  number: text().notNull(),
  linkdin: text().notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

/** The trigger that keeps `product_words` names the same fields. */
const weightedWords = Object.entries(productFields)
  .flatMap(([name, field]) => ('search' in field ? `setweight(words_in(${name}), '${field.search}')` : []))
  .join(' || ')

export const products = pgTable(
  'products',
  {
    id: id(),
    name: text().notNull(),
    image: text().notNull(),
    description: text().notNull(),
    priceCents: integer('price_cents').notNull(),
    quantity: integer().notNull(),
    minimum: integer().notNull().default(100),
    /** Counts the edits, so that the second of two editors is refused instead of overwriting the first. */
    version: integer().notNull().default(1),
    demo: boolean().notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    deletedAt: timestamptz('deleted_at'),
    deletedBy: text('deleted_by'),
    /** The contract's `isOrderable`. A column, because an index on the quantity itself would slow down every order. */
    orderable: boolean().notNull().generatedAlwaysAs(sql`greatest(minimum, 100) < quantity`),
    /** Stock for fewer than three minimum orders: the contract's `LOW_STOCK_ORDERS`. */
    lowStock: boolean('low_stock')
      .notNull()
      .generatedAlwaysAs(sql`quantity < 3::bigint * greatest(minimum, 100)`),
    nameWords: tsvector('name_words').notNull().generatedAlwaysAs(sql`words_in(name)`),
    words: tsvector().notNull().generatedAlwaysAs(sql.raw(weightedWords)),
  },
  (t) => [
    check('products_price', sql`${t.priceCents} between 1 and 99999999`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_minimum', sql`${t.minimum} between 1 and 2000000000`),
    check('products_named', sql`${t.name} <> ''`),
    check('products_deletion_named', sql`(${t.deletedAt} is null) = (${t.deletedBy} is null)`),
    // The migration adds what the builder cannot express: the columns that these two include, for index-only filtering.
    index('products_newest')
      .on(...newestFirst(t))
      .where(sql`deleted_at is null`),
    index('products_cheapest')
      .on(t.priceCents, ...newestFirst(t))
      .where(sql`deleted_at is null`),
    index('products_words').using('gin', t.words).with({ fastupdate: false }).where(sql`deleted_at is null`),
    index('products_name_words')
      .using('gin', t.nameWords)
      .with({ fastupdate: false })
      .where(sql`deleted_at is null`),
    index('products_low_stock').on(t.id).where(sql`low_stock and deleted_at is null`),
  ],
)

/** Every word ever used in a product, maintained by a trigger: candidates for prefixes and misspellings. */
export const productWords = pgTable('product_words', { word: text().primaryKey() }, (t) => [
  index('product_words_alike').using('gin', t.word.op('gin_trgm_ops')),
])

/** A product's history: who changed which field, from what to what. */
export const productChanges = pgTable(
  'product_changes',
  {
    id: id(),
    productId: referenceTo('product_id', () => products.id),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
    field: text().notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    reason: text().notNull().default(''),
  },
  (t) => [
    index('product_changes_by_product').on(t.productId, ...newestFirst({ createdAt: t.changedAt, id: t.id })),
  ],
)

export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    productId: referenceTo('product_id', () => products.id),
    userId: referenceTo('user_id', () => users.id),
    product: text().notNull(),
    unitCents: integer('unit_cents').notNull(),
    orders: integer().notNull(),
    priceCents: integer('price_cents').notNull(),
    email: text().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    state: text({ enum: ['open', 'closing', 'lapsed', 'paid', 'deleted'] })
      .notNull()
      .default('open'),
    /** What a closing booking becomes once its payments are canceled. */
    closingTo: text('closing_to', { enum: ['lapsed', 'deleted'] }),
    /** Whether this booking's units are taken out of the product's quantity. */
    held: boolean().notNull().default(true),
    holdUntil: timestamptz('hold_until').notNull(),
    /** Whether it has lapsed and reserved its units again, which it may do only once. */
    heldAgain: boolean('held_again').notNull().default(false),
    transictionId: text('transiction_id').unique(),
    paidAt: timestamptz('paid_at'),
    /** When a closing booking is next to be closed; an open one is due when its hold ends. */
    dueAt: timestamptz('due_at'),
    /** How often the provider had not yet let go of a payment: each time doubles the pause. */
    checks: integer().notNull().default(0),
    idempotencyKey: text('idempotency_key'),
    createdAt: createdAt(),
    deletedAt: timestamptz('deleted_at'),
    deletedBy: text('deleted_by'),
    searchText: searchText('email', 'name', 'product', `coalesce(transiction_id, '')`),
  },
  (t) => [
    unique('bookings_idempotency').on(t.userId, t.idempotencyKey),
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
    check('bookings_deletion_named', sql`(${t.state} = 'deleted') = (${t.deletedAt} is not null)`),
    index('bookings_of_user').on(t.userId, ...newestFirst(t)),
    // Few, however long a customer's history is.
    index('bookings_unpaid').on(t.userId).where(sql`state in ('open', 'closing', 'lapsed')`),
    index('bookings_searched').using('gin', t.searchText.op('gin_trgm_ops')),
    index('bookings_newest').on(...newestFirst(t)),
    index('bookings_due')
      .on(sql`(case state when 'closing' then due_at else hold_until end)`)
      .where(sql`state in ('open', 'closing')`),
    index('bookings_lapsed').on(t.holdUntil).where(sql`state = 'lapsed'`),
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
    number: text().notNull(),
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    recordedBy: text('recorded_by').notNull(),
    recordedAt: timestamptz('recorded_at').notNull().defaultNow(),
  },
  (t) => [
    check('shipments_named', sql`${t.carrier} <> '' and ${t.number} <> ''`),
    index('shipments_number').on(sql`lower(number) text_pattern_ops`),
  ],
)

/** Each attempt to pay a booking: one intent at the card provider. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    bookingId: referenceTo('booking_id', () => bookings.id),
    number: integer().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The client address that started it. */
    address: text().notNull(),
    /** Where the provider sends a receipt: only an address that was verified when the attempt started. */
    receiptEmail: text('receipt_email'),
    /** Null until the provider has responded; until then the request is repeated with the same idempotency key. */
    intentId: text('intent_id').unique(),
    state: text({ enum: ['open', 'canceled', 'paid', 'refund_due', 'refunded', 'refund_failed'] })
      .notNull()
      .default('open'),
    refundReason: text('refund_reason'),
    /** While a refund is due: the pending one. */
    refundId: text('refund_id'),
    refundError: text('refund_error'),
    /** How many refunds have failed; the next one needs a new idempotency key. */
    refundsFailed: integer('refunds_failed').notNull().default(0),
    /** When the provider is next asked about it, or for its refund; null when nothing is left to ask. */
    dueAt: timestamptz('due_at'),
    /** How often it was asked: each time doubles the pause. */
    checks: integer().notNull().default(0),
    createdAt: createdAt(),
    settledAt: timestamptz('settled_at'),
  },
  (t) => [
    unique('payment_attempts_number').on(t.bookingId, t.number),
    check('payment_attempts_amount', sql`${t.amountCents} between 50 and 99999999`),
    check(
      'payment_attempts_state',
      sql`${t.state} in ('open', 'canceled', 'paid', 'refund_due', 'refunded', 'refund_failed')`,
    ),
    check('payment_attempts_known', sql`${t.state} in ('open', 'canceled') or ${t.intentId} is not null`),
    index('payment_attempts_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

/** Declined cards: many from one customer or one address are somebody testing stolen numbers. */
export const paymentDeclines = pgTable(
  'payment_declines',
  {
    /** The provider's event, so that a redelivery counts once. */
    eventId: text('event_id').primaryKey(),
    attemptId: referenceTo('attempt_id', () => paymentAttempts.id),
    userId: referenceTo('user_id', () => users.id),
    address: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('payment_declines_of_attempt').on(t.attemptId),
    index('payment_declines_of_user').on(t.userId, t.createdAt),
    index('payment_declines_of_address').on(t.address, t.createdAt),
  ],
)

/** Webhook events that have been processed. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: createdAt(),
})

export const ratings = pgTable(
  'ratings',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id),
    name: text().notNull(),
    image: text().notNull(),
    description: text().notNull(),
    hearts: smallint().notNull(),
    demo: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    check('ratings_hearts', sql`${t.hearts} between 1 and 5`),
    check('ratings_author', sql`${t.demo} or ${t.userId} is not null`),
    index('ratings_newest').on(...newestFirst(t)),
    index('ratings_of_user').on(t.userId, ...newestFirst(t)),
  ],
)

export const feedback = pgTable(
  'feedback',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    feedback: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('feedback_newest').on(...newestFirst(t))],
)

export const subscriptions = pgTable(
  'subscriptions',
  { email: text().primaryKey(), createdAt: createdAt() },
  (t) => [index('subscriptions_newest').on(...newestFirst({ createdAt: t.createdAt, id: t.email }))],
)

/** One-time flags, such as that the demo catalogue was loaded. */
export const shopFlags = pgTable('facts', {
  key: text().primaryKey(),
  createdAt: createdAt(),
})
