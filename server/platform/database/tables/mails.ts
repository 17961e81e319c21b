import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, timestamptz } from './columns.ts'

/** What is to be sent, written with whatever it tells of. A sent mail is kept for a while, a dropped one is deleted. */
export const mails = pgTable(
  'mails',
  {
    /** Also the Message-ID. Begins with a time, like every id here: deleting old mails needs no index of its own. */
    id: id(),
    kind: text().notNull(),
    /** Whose verification it waits for. No foreign key: checking it would cost every order. */
    userId: uuid('user_id'),
    email: text().notNull(),
    name: text().notNull(),
    /** Keys of the rows that it tells of, which are read when it is sent. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    /** When to send it, or to try again; null until the address is verified. */
    dueAt: timestamptz('due_at'),
    firstTriedAt: timestamptz('first_tried_at'),
    tries: integer().notNull().default(0),
    sentAt: timestamptz('sent_at'),
    /** When it was given up. */
    failedAt: timestamptz('failed_at'),
    /** As it was tried last. */
    subject: text(),
    error: text(),
  },
  (t) => [
    index('mails_due').on(t.dueAt).where(sql`due_at is not null and sent_at is null and failed_at is null`),
    index('mails_waiting').on(t.userId).where(sql`due_at is null`),
    index('mails_failed').on(t.failedAt).where(sql`failed_at is not null`),
  ],
)
