import { expect } from 'playwright/test'
import type { Shop } from './fixtures.ts'

type Mail = { id: string; to: string[]; from: string; subject: string; text: string; html: string }

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

/** The first link of a mail to such a page of the shop, as an address within it. Both parts must have it. */
export function linkIn({ text, html }: Mail, page: string): string {
  const [link] =
    text.match(/https?:\/\/\S+/g)?.filter((found) => new URL(found).pathname.startsWith(page)) ?? []
  if (!link) throw new Error(`no link to ${page} in:\n${text}`)
  expect(html).toContain(link)
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
