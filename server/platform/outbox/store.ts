import { and, countDistinct, desc, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { FailedMail } from '#contract/desk/failed-mails.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { idAt } from '../database/queries/new-id.ts'
import { mails, users } from '../database/schema.ts'

export type MailRow = typeof mails.$inferSelect
type NewRow = typeof mails.$inferInsert
type Db = Database | Transaction

const FAILED_LISTED = 200
const SENT_KEPT_DAYS = 30
const OTHERS_KEPT_DAYS = 90
const DAY_MS = 86_400_000
const ABOUT_ACCOUNTS = ['confirm-email', 'reset-password', 'password-changed']

/** The ids of those that were written: one that is there already was told before. */
export async function add(db: Db, rows: NewRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  const added = await db.insert(mails).values(rows).onConflictDoNothing().returning({ id: mails.id })
  return added.map(({ id }) => id)
}

type MailAbout = { id: string; kind: string; data: object }

export const addAboutBooking = (tx: Transaction, { bookingId, ...mail }: MailAbout & { bookingId: string }) =>
  addAbout(tx, 'bookings', bookingId, mail)

export const addAboutQuote = (tx: Transaction, { quoteId, ...mail }: MailAbout & { quoteId: string }) =>
  addAbout(tx, 'quotes', quoteId, mail)

/** To the address of an order or a quote; due at once if its customer's address is verified. */
async function addAbout(
  tx: Transaction,
  table: 'bookings' | 'quotes',
  rowId: string,
  { id, kind, data }: MailAbout,
): Promise<string[]> {
  // The lock: a verification at the same moment either releases this mail or is seen by it.
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into mails (id, kind, user_id, email, name, data, due_at)
    select ${id}, ${kind}, user_id, it.email, it.name, ${JSON.stringify(data)}::jsonb, case when email_verified_at is not null then now() end
    from ${sql.identifier(table)} as it join users on users.id = user_id where it.id = ${rowId} for share of users
    on conflict do nothing returning id`)
  return rows.map((row) => row.id)
}

/** Notices to the owner, each counted once however many addresses it went to. */
export async function countSince(tx: Transaction, kind: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ told: countDistinct(mails.data) })
    .from(mails)
    .where(and(eq(mails.kind, kind), gte(mails.id, idAt(since))))
  return row?.told ?? 0
}

export async function listAdmins(tx: Transaction) {
  return tx
    .select({ userId: users.id, email: users.email, name: users.name, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deletedAt)))
}

/** The mails that waited for this person's address to be verified. */
export async function release(tx: Transaction, userId: string): Promise<string[]> {
  const released = await tx
    .update(mails)
    .set({ dueAt: sql`now()` })
    .where(and(eq(mails.userId, userId), isNull(mails.dueAt)))
    .returning({ id: mails.id })
  return released.map(({ id }) => id)
}

/** What is due to people whose address no longer counts as verified waits again. */
export async function holdBack(db: Db, userIds: string[]) {
  await db
    .update(mails)
    .set({ dueAt: null })
    .where(and(inArray(mails.userId, userIds), isNull(mails.sentAt), isNull(mails.failedAt)))
}

const unfinished = and(isNotNull(mails.dueAt), isNull(mails.sentAt), isNull(mails.failedAt))

export async function dueMails(db: Database, now: Date, limit: number): Promise<string[]> {
  const due = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(unfinished, lte(mails.dueAt, latest(now))))
    .orderBy(mails.dueAt)
    .limit(limit)
  return due.map(({ id }) => id)
}

/** Whichever clock is ahead: what the database has just written is due. */
const latest = (now: Date) => sql`greatest(${now.toISOString()}::timestamptz, now())`

/** Begins a try, and sets the time of the next one: nobody else tries in between, and a crash delays it only until then. */
export async function claim(db: Database, id: string, now: Date): Promise<MailRow | null> {
  const [claimed] = await db
    .update(mails)
    .set({
      tries: sql`${mails.tries} + 1`,
      firstTriedAt: sql`coalesce(${mails.firstTriedAt}, ${latest(now)})`,
      dueAt: sql`${latest(now)} + make_interval(mins => least(60, power(2, ${mails.tries}))::int)`,
    })
    .where(and(eq(mails.id, id), unfinished, lte(mails.dueAt, latest(now))))
    .returning()
  return claimed ?? null
}

export async function markSent(db: Database, id: string, now: Date) {
  await db.update(mails).set({ sentAt: now, error: null }).where(eq(mails.id, id))
}

export async function recordFailure(
  db: Database,
  id: string,
  failure: { subject: string; error: string; failedAt: Date | null },
) {
  await db.update(mails).set(failure).where(eq(mails.id, id))
}

export async function remove(db: Database, id: string) {
  await db.delete(mails).where(eq(mails.id, id))
}

/** About an offer that another one replaces: each mail tells of the offer as it is when it is sent. */
export async function removeUnsentOffer(tx: Transaction, { id, userId }: { id: string; userId: string }) {
  await tx
    .delete(mails)
    .where(
      and(
        eq(mails.userId, userId),
        eq(mails.kind, 'offer'),
        sql`${mails.data}->>'quoteId' = ${id}`,
        isNull(mails.sentAt),
      ),
    )
}

/** What has not been sent to somebody who leaves about their account; what concerns orders, or the owner, is still sent. */
export async function removeUnsent(tx: Transaction, { id, email }: { id: string; email: string }) {
  await tx
    .delete(mails)
    .where(
      and(
        or(eq(mails.userId, id), eq(mails.email, email)),
        isNull(mails.sentAt),
        inArray(mails.kind, ABOUT_ACCOUNTS),
      ),
    )
}

type Recipient = { userId: string; email: string; since: string }

/** About orders, by their customer; about the account, by its address since it exists: others may have had it before. */
export async function listSentTo(db: Database, { userId, email, since }: Recipient) {
  const toAddress = and(
    isNull(mails.userId),
    inArray(mails.kind, ABOUT_ACCOUNTS),
    eq(mails.email, email),
    gte(mails.createdAt, sql`${since}::timestamptz`),
  )
  const rows = await db
    .select({ kind: mails.kind, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(or(eq(mails.userId, userId), toAddress))
    .orderBy(desc(mails.id))
  return rows.map(({ kind, createdAt, sentAt }) => ({
    kind,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}

export async function listFailed(db: Database): Promise<FailedMail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(isNotNull(mails.failedAt))
    .orderBy(desc(mails.failedAt))
    .limit(FAILED_LISTED)
  return rows.map(({ id, subject, email, error, failedAt }) => ({
    _id: id,
    subject: subject ?? '',
    email,
    error: error ?? '',
    failedAt: (failedAt as Date).toISOString(),
  }))
}

/** False when it is not among the failed ones. */
export async function retry(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(mails)
    .set({ dueAt: sql`now()`, failedAt: null, firstTriedAt: null, tries: 0 })
    .where(and(eq(mails.id, id), isNotNull(mails.failedAt)))
  return rowCount === 1
}

/** Sent ones after a month; after three those that were given up, that nobody sends, or whose address nobody has verified. */
export async function deleteOldMails(db: Database, now: Date) {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const [sentBefore, othersBefore] = [before(SENT_KEPT_DAYS), before(OTHERS_KEPT_DAYS)]
  await db.execute(sql`
    delete from mails where id < ${idAt(sentBefore)} and (sent_at < ${sentBefore.toISOString()}::timestamptz
      or (sent_at is null and coalesce(failed_at, greatest(created_at, due_at)) < ${othersBefore.toISOString()}::timestamptz))`)
}
