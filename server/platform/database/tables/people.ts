import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, newestFirst, searchText, timestamptz } from './columns.ts'

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
