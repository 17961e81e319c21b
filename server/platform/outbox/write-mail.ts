import { createHash } from 'node:crypto'
import type { Shop } from '../../shop-context.ts'
import type { Transaction } from '../database/connect.ts'
import { newId } from '../database/queries/new-id.ts'
import type { MailKind } from './mail-kinds.ts'
import * as mails from './store.ts'

const HOUR_MS = 3_600_000

export type Writing = Pick<Shop, 'config' | 'db' | 'jobs'>
type Data = Record<string, string>
type NewMail = {
  kind: MailKind
  data: Data
  email: string
  name: string
  userId?: string
  /** Otherwise it waits until the person's address is. */
  verified: boolean
}

/** Writes mails in the transaction of what they tell of. `about`, the id of a row, makes it one mail, however often it is told. */
export type MailWriter = {
  aboutBooking(kind: MailKind, bookingId: string, data?: Data, about?: string): Promise<void>
  aboutQuote(kind: MailKind, quoteId: string, data?: Data, about?: string): Promise<void>
  toOwner(kind: MailKind, data: Data, about?: string): Promise<void>
  /** How many of a kind the owner was told about. */
  countLastHour(kind: MailKind): Promise<number>
  /** To the owner and to everyone who is an admin at this moment. */
  toAdmins(kind: MailKind, data: Data): Promise<void>
  /** For what cannot be rolled back, such as a count. */
  afterCommit(run: () => void): void
}

/** A transaction whose mails are sent as soon as it has committed. */
export async function withMails<T>(
  shop: Writing,
  work: (tx: Transaction, mails: MailWriter) => Promise<T>,
): Promise<T> {
  const { off, notify } = shop.config.mail
  const written: string[] = []
  const committed: (() => void)[] = []
  const result = await shop.db.transaction((tx) =>
    work(tx, {
      async aboutBooking(kind, bookingId, data = {}, about = newId()) {
        if (off) return
        const mail = { id: mailId(kind, about), kind, bookingId, data: { bookingId, ...data } }
        written.push(...(await mails.addAboutBooking(tx, mail)))
      },
      async aboutQuote(kind, quoteId, data = {}, about = newId()) {
        if (off) return
        const mail = { id: mailId(kind, about), kind, quoteId, data: { quoteId, ...data } }
        written.push(...(await mails.addAboutQuote(tx, mail)))
      },
      async toOwner(kind, data, about = newId()) {
        if (off) return
        const mail = { kind, data, name: '', dueAt: new Date() }
        const rows = notify.map((email) => ({ ...mail, email, id: mailId(`${kind} ${email}`, about) }))
        written.push(...(await mails.add(tx, rows)))
      },
      countLastHour: (kind) => mails.countSince(tx, kind, new Date(Date.now() - HOUR_MS)),
      async toAdmins(kind, data) {
        if (off) return
        const now = new Date()
        const owner = notify.map((email) => ({ email, name: '', dueAt: now }))
        const admins = (await mails.listAdmins(tx))
          .filter(({ email }) => !notify.includes(email))
          .map(({ verifiedAt, ...admin }) => ({ ...admin, dueAt: verifiedAt && now }))
        const rows = [...owner, ...admins].map((recipient) => ({ ...recipient, kind, data, id: newId() }))
        written.push(...(await mails.add(tx, rows)))
      },
      afterCommit: (run) => void committed.push(run),
    }),
  )
  for (const run of committed) run()
  sendMails(shop, written)
  return result
}

/** A mail that tells of nothing the shop itself has written. */
export async function writeMail(shop: Writing, { verified, ...mail }: NewMail) {
  if (shop.config.mail.off) return
  const row = { id: newId(), ...mail, dueAt: verified ? new Date() : null }
  sendMails(shop, await mails.add(shop.db, [row]))
}

/** Of what has committed; whatever is lost here is found by the schedule. */
export function sendMails({ jobs }: Pick<Shop, 'jobs'>, ids: string[]) {
  for (const id of ids) jobs.send('send-mail', id)
}

/** Begins with the time of the row it is about, as every id does. */
function mailId(news: string, about: string) {
  const hash = createHash('sha256').update(`${news} ${about}`).digest('hex')
  return `${about.slice(0, 13)}-8${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
