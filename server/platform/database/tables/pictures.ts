import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns.ts'

/** Uploaded pictures: what no product uses is deleted after a day. */
export const pictures = pgTable('pictures', {
  /** Made from what was uploaded, so that its address can be cached for ever and the same file is kept once. */
  id: text().primaryKey(),
  createdAt: createdAt(),
  createdBy: text('created_by').notNull(),
})

/** A picture in one width, as WebP. */
export const pictureFiles = pgTable(
  'picture_files',
  {
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id, { onDelete: 'cascade' }),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pictureId, t.width] })],
)
