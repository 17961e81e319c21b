import { idAt } from '../platform/database/queries/new-id.ts'
import type { MailKind } from '../platform/outbox/mail-kinds.ts'
import { type Writing, withMails } from '../platform/outbox/write-mail.ts'
import { listLowStock } from './mail-data-store.ts'

/** At most one a day, however many instances write it. */
export async function writeLowStockMail(shop: Writing, now: Date) {
  const { total } = await listLowStock(shop.db)
  if (total > 0) await withMails(shop, (_tx, mails) => mails.toOwner('low-stock', {}, startOfDay(now)))
}

/** More mails of a kind were asked for than the shop sends. Told once a day. */
export async function writeCeilingMail(shop: Writing, kind: MailKind, now: Date) {
  await withMails(shop, (_tx, mails) => mails.toOwner('mail-ceiling', { kind }, startOfDay(now)))
}

const startOfDay = (now: Date) => idAt(new Date(now.toISOString().slice(0, 10)))
