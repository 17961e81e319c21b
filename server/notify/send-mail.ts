import * as mails from '../platform/outbox/store.ts'
import { DeliveryError } from '../platform/outbox/transport.ts'
import { PdfError } from '../sales/documents/pdf/pdf-renderer.ts'
import type { Shop } from '../shop-context.ts'
import { loadMail } from './load-mail.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

const GIVE_UP_MS = 2 * 86_400_000

/**
 * Sends one mail if it is due and still matters. Throws when it is to be tried again; the row says when. SMTP cannot promise
 * "once": a mail that was taken without our hearing of it goes out again, under the same Message-ID.
 */
export async function sendMail(shop: Shop, id: string, now: Date) {
  if (!shop.mail) return
  const mail = await mails.claim(shop.db, id, now)
  if (!mail) return
  const content = await loadMail(shop, mail)
  if (!content) return mails.remove(shop.db, id)
  try {
    await shop.mail.send({
      id,
      to: { name: mail.name, address: mail.email },
      subject: content.subject,
      text: renderText(content, shop.config),
      html: renderHtml(content, shop.config),
      ...(content.attach && { attachments: [await content.attach()] }),
    })
  } catch (thrown) {
    const error =
      thrown instanceof PdfError
        ? new DeliveryError('Its PDF could not be made', { permanent: false, code: 'PDF' })
        : thrown
    if (!(error instanceof DeliveryError)) throw error
    const triedMs = now.getTime() - (mail.firstTriedAt ?? now).getTime()
    const givenUp = error.permanent || triedMs >= GIVE_UP_MS
    const { subject } = content
    await mails.recordFailure(shop.db, id, { subject, error: error.message, failedAt: givenUp ? now : null })
    shop.metrics.mails.inc({ result: givenUp ? 'failed' : 'retried' })
    if (!givenUp)
      throw thrown instanceof PdfError
        ? thrown
        : new Error(`The mail server did not take a mail (${error.code})`)
    return shop.log.warn({ mail: id, kind: mail.kind, code: error.code }, 'a mail was given up')
  }
  await mails.markSent(shop.db, id, now)
  shop.metrics.mails.inc({ result: 'sent' })
}
