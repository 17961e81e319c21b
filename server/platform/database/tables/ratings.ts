import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, newestFirst } from './columns.ts'
import { users } from './people.ts'

export const ratings = pgTable(
  'ratings',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id),
    name: text().notNull(),
    image: text().notNull(),
    /** What an admin has decided; null while nobody has. */
    pictureShown: boolean('picture_shown'),
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
