import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'

type Message = {
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** PDFs. */
  attachments?: { name: string; content: Buffer }[]
}

export type MailTransport = { send(message: Message): Promise<void>; close(): void }

/** The message is a sentence for the owner; it may repeat what the mail server said, so it is stored and never logged. */
export class DeliveryError extends Error {
  readonly permanent: boolean
  readonly code: string

  constructor(sentence: string, { permanent, code }: { permanent: boolean; code: string }) {
    super(sentence)
    this.permanent = permanent
    this.code = code
  }
}

/** The mail server of the settings, or the sandbox's; null when nobody is to get mail. */
export function openMailTransport(config: Config, sandboxPort: number | null): MailTransport | null {
  const url = config.mail.smtpUrl ?? (sandboxPort ? `smtp://127.0.0.1:${sandboxPort}` : null)
  if (config.mail.off || !url) return null
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    // The rows say when to try again.
    maxRequeues: 0,
    requireTLS: config.live,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    dnsTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = config.publicOrigin ? new URL(config.publicOrigin).hostname : 'shop.invalid'
  return {
    async send({ id, to, subject, text, html, attachments = [] }) {
      try {
        await pool.sendMail({
          // Never a composed string: a name could bring addresses of its own.
          from: { name: oneLine(config.shopName), address: config.mail.from },
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          text,
          html,
          attachments: attachments.map(({ name, content }) => ({
            filename: name,
            content,
            contentType: 'application/pdf',
          })),
        })
      } catch (error) {
        throw describe(error as SmtpError)
      }
    },
    close: () => pool.close({ force: true }),
  }
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

type SmtpError = Error & { code?: string; response?: string; responseCode?: number; permanent?: boolean }

/** Permanent is only what the server says about this message or this recipient: anything else can be mended. */
function describe({ message, code = 'unknown', response, responseCode, permanent }: SmtpError) {
  const noRecipient = code === 'EENVELOPE' && responseCode === undefined
  return new DeliveryError(sentenceFor({ code, message, response }), {
    permanent: (permanent === true && code !== 'EAUTH') || noRecipient,
    code: [code, responseCode].filter(Boolean).join(' '),
  })
}

function sentenceFor({
  code,
  message,
  response,
}: {
  code: string
  message: string
  response?: string | undefined
}) {
  const said = (response ?? message).slice(0, 300)
  if (code === 'EAUTH') return `The mail server refused the user name or password of SMTP_URL: ${said}`
  return response ? `The mail server refused it: ${said}` : `The mail server could not be used: ${said}`
}
