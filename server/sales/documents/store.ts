import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { documents } from '../../platform/database/schema.ts'
import type { DocumentData } from './document-data.ts'

type Db = Database | Transaction
type Row = typeof documents.$inferSelect
export type IssuedDocument = Omit<Row, 'data'> & { data: DocumentData }

type NewDocument = Pick<Row, 'kind' | 'bookingId' | 'refundId' | 'totalCents' | 'taxCents'> & {
  series: string
  prefix: string
  timeZone: string
  data: DocumentData
}

/** The migration's `take_document_number` locks the counter of the series, then reads the clock. */
export async function issue(
  tx: Transaction,
  document: NewDocument,
): Promise<{ number: string; issuedAt: Date }> {
  const { kind, series, prefix, timeZone, bookingId, refundId, totalCents, taxCents, data } = document
  const { rows } = await tx.execute<{ number: string; issuedAt: string }>(sql`
    with given as materialized (select * from take_document_number(${series}, ${timeZone}))
    insert into documents (number, kind, booking_id, refund_id, total_cents, tax_cents, data, issued_at)
    select ${prefix} || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0'), ${kind}, ${bookingId},
      ${refundId}, ${totalCents}, ${taxCents}, ${JSON.stringify(data)}::jsonb, at
    from given returning number, issued_at as "issuedAt"`)
  const [issued] = rows
  if (!issued) throw new Error(`no number was given for ${kind} of ${bookingId}`)
  return { number: issued.number, issuedAt: new Date(issued.issuedAt) }
}

export async function findInvoice(db: Db, bookingId: string): Promise<IssuedDocument | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.bookingId, bookingId), eq(documents.kind, 'invoice')))
  return (row as IssuedDocument | undefined) ?? null
}

export async function findCreditNote(
  db: Db,
  bookingId: string,
  number: string,
): Promise<IssuedDocument | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.number, number),
        eq(documents.bookingId, bookingId),
        eq(documents.kind, 'credit-note'),
      ),
    )
  return (row as IssuedDocument | undefined) ?? null
}

/** Keeps the first PDF of a document, and returns the one that is kept. */
export async function keepPdf(db: Db, number: string, pdf: Buffer): Promise<Buffer> {
  const ofNumber = eq(documents.number, number)
  await db
    .update(documents)
    .set({ pdf })
    .where(and(ofNumber, isNull(documents.pdf)))
  const [row] = await db.select({ pdf: documents.pdf }).from(documents).where(ofNumber)
  return row?.pdf ?? pdf
}
