import { z } from 'zod'

/**
 * A backup is a gzip of lines: a head; for each table a line that names it, its rows as COPY writes them, and `\.`; for
 * each file of the data folder its name, its bytes in base64, and `\.`; and a foot, without which it is incomplete.
 */
export const SECTION_END = Buffer.from('\\.')

const migration = z.object({ hash: z.string(), when: z.number() })
const tallied = z.object({ rows: z.number(), mark: z.string() })

export const header = z.object({
  format: z.literal('hundredweight back-up 1'),
  madeAt: z.string(),
  migrations: z.record(z.string(), z.array(migration)),
  /** The last value of each sequence; absent from older backups. */
  sequences: z.record(z.string(), z.string()).default({}),
})
export const section = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ file: z.string().regex(/^[\w-]+\.\w+$/) }),
  z.object({ tables: z.record(z.string(), tallied), files: z.array(z.string()) }),
])

export type Header = z.infer<typeof header>
export type Trailer = Extract<z.infer<typeof section>, { tables: unknown }>

/** What of the data folder belongs to a backup; the card sandbox's journal exists in demo mode only. */
export const DATA_FILES = ['secrets.json', 'first-admin.txt', 'stripe-journal.jsonl']
