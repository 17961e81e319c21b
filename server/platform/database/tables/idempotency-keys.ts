import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, referenceTo } from './columns.ts'
import { users } from './people.ts'

/** The Idempotency-Keys of requests that have taken effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: referenceTo('user_id', () => users.id),
    /** Method and path. */
    call: text().notNull(),
    key: text().notNull(),
    /** Null for keys that an older version stored: for these any body counts as the same. */
    bodyHash: text('body_hash'),
    /** What it has made or changed. */
    resultId: uuid('result_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.call, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
)
