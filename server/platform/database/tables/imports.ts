import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { IMPORT_STATES, type ImportError } from '#contract/catalogue/imports.ts'
import { bytea, createdAt, id, timestamptz } from './columns.ts'

/** A file of products: checked as a whole, then applied. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    fileName: text('file_name').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    appliedBy: text('applied_by'),
    /** When a job is to check or apply it. */
    dueAt: timestamptz('due_at'),
    /** How often it was begun since it last got further. */
    tries: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    done: integer().notNull().default(0),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    wrong: integer().notNull().default(0),
    errors: jsonb().$type<ImportError[]>().notNull().default([]),
    problem: text().notNull().default(''),
  },
  (t) => [
    // One at a time, however many instances there are.
    uniqueIndex('imports_at_work').on(sql`(true)`).where(sql`state in ('checking', 'applying')`),
    index('imports_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

/** The uploaded file in pieces, so that any instance can read it without holding it as a whole; deleted when it is done. */
export const importChunks = pgTable(
  'import_chunks',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.place] })],
)

/**
 * The rows that were right at the check, by their place in the file: applying does what was announced. Of a row that sets a
 * quantity only the difference to what was available then is applied, so that sales in between stay sold.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    /** Null for a product that is yet to be added. */
    productId: uuid('product_id'),
    available: integer(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.place] })],
)
