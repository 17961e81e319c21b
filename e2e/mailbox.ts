import { expect } from 'playwright/test'
import type { Shop } from './fixtures.ts'

type Mail = {
  id: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  attachments: { name: string; type: string; bytes: number }[]
}

/** Everything that the sandbox has received for this address, newest first. */
export async function mailsTo(shop: Shop, email: string): Promise<Mail[]> {
  const { json } = await shop.call('GET', '/sandbox/mail/messages')
  return json.filter(({ to }: Mail) => to.includes(email))
}

/** The newest mail to this address with such a subject, as soon as it is there. */
export async function mailTo(shop: Shop, email: string, subject: RegExp): Promise<Mail> {
  const matching = async () => (await mailsTo(shop, email)).filter((mail) => subject.test(mail.subject))
  await expect.poll(matching, `a mail to ${email}: ${subject}`).not.toEqual([])
  const [newest] = await matching()
  if (!newest) throw new Error(`the mailbox forgot ${subject}`)
  return newest
}

/** The one attachment of a mail, which must be a PDF. */
export async function pdfIn(shop: Shop, { id, subject, attachments }: Mail): Promise<Buffer> {
  expect(attachments, subject).toEqual([expect.objectContaining({ type: 'application/pdf' })])
  const name = encodeURIComponent(attachments[0]?.name ?? '')
  const response = await fetch(`${shop.origin}/sandbox/mail/messages/${id}/attachments/${name}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return bytes
}

/** The first link of a mail to such a page of the shop, as an address within it. Both parts must have it. */
export function linkIn({ text, html }: Mail, page: string): string {
  const [link] =
    text.match(/https?:\/\/\S+/g)?.filter((found) => new URL(found).pathname.startsWith(page)) ?? []
  if (!link) throw new Error(`no link to ${page} in:\n${text}`)
  expect(html).toContain(link)
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
