import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { QUOTE_STATES } from '#contract/sales/quote-search.ts'
import { bookings } from './bookings.ts'
import { createdAt, id, newestFirst, referenceTo, searchText, timestamptz } from './columns.ts'
import { users } from './people.ts'
import { products } from './products.ts'

export const quoteNumbers = pgSequence('quote_numbers')

/** A customer asks for a price, the shop offers one, the customer accepts it into an ordinary booking. */
export const quotes = pgTable(
  'quotes',
  {
    id: id(),
    /** Q-2026-0042 */
    number: text().notNull().unique(),
    productId: referenceTo('product_id', () => products.id),
    userId: referenceTo('user_id', () => users.id),
    product: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    orders: integer().notNull(),
    wantedBy: date('wanted_by', { mode: 'string' }),
    purchaseOrder: text('purchase_order'),
    message: text(),
    state: text({ enum: QUOTE_STATES }).notNull().default('asked'),
    /** Ascending by quantity. */
    steps: jsonb().$type<{ orders: number; cents: number }[]>().notNull().default([]),
    /** The last day of the offer, and the moment at which it ends in the shop's time zone. */
    validUntil: date('valid_until', { mode: 'string' }),
    expiresAt: timestamptz('expires_at'),
    note: text(),
    /** How many units are set aside for it: taken out of the product's quantity. */
    held: integer().notNull().default(0),
    offeredBy: text('offered_by'),
    offeredAt: timestamptz('offered_at'),
    bookingId: uuid('booking_id')
      .unique()
      .references(() => bookings.id),
    createdAt: createdAt(),
    searchText: searchText('number', 'email', 'name', 'product', `coalesce(purchase_order, '')`),
  },
  (t) => [
    check('quotes_orders', sql`${t.orders} >= 100`),
    check('quotes_state', sql.raw(`state in (${QUOTE_STATES.map((state) => `'${state}'`).join(', ')})`)),
    check('quotes_held', sql`${t.held} = 0 or (${t.held} > 0 and ${t.state} = 'offered')`),
    check('quotes_accepted', sql`(${t.state} = 'accepted') = (${t.bookingId} is not null)`),
    check(
      'quotes_offer',
      sql`${t.state} not in ('offered', 'accepted', 'declined', 'lapsed') or (${t.expiresAt} is not null and ${t.validUntil} is not null and jsonb_array_length(${t.steps}) between 1 and 4)`,
    ),
    index('quotes_of_user').on(t.userId, ...newestFirst(t)),
    index('quotes_newest').on(...newestFirst(t)),
    index('quotes_searched').using('gin', t.searchText.op('gin_trgm_ops')),
    index('quotes_open').on(t.productId).where(sql`state in ('asked', 'offered')`),
    index('quotes_expiring').on(t.expiresAt).where(sql`state = 'offered'`),
  ],
)
