import { sendMail } from '#server/notify/send-mail.ts'
import { dueMails } from '#server/platform/outbox/store.ts'
import { readSecrets } from '#server/platform/startup/secrets.ts'
import type { Person, TestShop } from './shop.ts'

type Message = {
  id: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  receivedAt: string
  attachments: { name: string; type: string; bytes: number }[]
}

/** The mailbox of a test shop: what arrived, the switches that break it, and the job that sends. */
export function openMailbox(shop: TestShop) {
  const { stripe } = readSecrets(shop.dataDir)
  const { db } = shop.shop

  async function arrived(): Promise<Message[]> {
    return (await shop.call('GET', '/sandbox/mail/messages')).json
  }

  return {
    arrived,
    to: async (email: string) => (await arrived()).filter(({ to }) => to.includes(email)),
    /** The bytes of its only attachment. */
    async attachment({ id, attachments: [only] }: Message): Promise<Buffer> {
      const response = await fetch(`${shop.origin}/sandbox/mail/messages/${id}/attachments/${only?.name}`)
      return Buffer.from(await response.arrayBuffer())
    },
    source: async ({ id }: Message) => (await shop.call('GET', `/sandbox/mail/messages/${id}/source`)).text,

    async turn(switches: object) {
      const { status, text } = await shop.call('POST', '/sandbox/mail/switches', {
        body: switches,
        token: stripe.secretKey,
      })
      if (status !== 200) throw new Error(`the switches answered ${status}: ${text}`)
    },

    /** Tries everything that is due at that moment; answers why some of it was not sent. */
    async sendDue(now = new Date()): Promise<string[]> {
      const due = await dueMails(db, now, 1_000)
      const tried = await Promise.allSettled(due.map((id) => sendMail(shop.shop, id, now)))
      return tried.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
    },

    /** Follows the link of the confirmation, which then need not be sent. */
    async verify({ email }: Person) {
      const path = await shop.shop.identity.createLink('verify', email)
      const body = { token: path?.split('#token=')[1] }
      const { status, text } = await shop.call('POST', '/api/auth/verify-email', {
        body,
        headers: { origin: shop.origin },
      })
      if (status !== 200) throw new Error(`the link answered ${status}: ${text}`)
      await db.$client.query(`delete from mails where kind = 'confirm-email' and email = $1`, [email])
    },
  }
}
