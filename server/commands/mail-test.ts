import { newId } from '../database/new-id.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { renderHtml } from '../mail/render-html.ts'
import { renderText } from '../mail/render-text.ts'
import { DeliveryError, openMailTransport } from '../mail/transport.ts'
import { StartupError } from '../startup-error.ts'
import { commandWithoutDatabase, emailOf } from './command.ts'

const usage = {
  line: 'npm run mail:test -- person@example.com',
  description: 'Sends one test mail through the mail server of SMTP_URL and says what happened.',
  maxPositionals: 1,
  minPositionals: 1,
}

export default commandWithoutDatabase(usage, async ({ config, args }) => {
  const email = emailOf(args)
  if (config.mail.off) throw new StartupError('SMTP_URL=off: this shop sends no mail.')
  const transport = openMailTransport(config, null)
  if (!transport)
    throw new StartupError(
      'SMTP_URL is not set: a demo shop keeps its mail in its own mailbox, at /sandbox/mail. Set SMTP_URL to try a mail server.',
    )
  const content: MailContent = {
    subject: `Test mail from ${config.shopName}`,
    preheader: 'Mail works.',
    blocks: ['Mail works: this shop can reach this address.', [['Sender', config.mail.from]]],
    action: { label: 'Open the shop', url: config.origin },
  }
  try {
    await transport.send({
      id: newId(),
      to: { name: '', address: email },
      subject: content.subject,
      text: renderText(content, config),
      html: renderHtml(content, config),
    })
  } catch (error) {
    if (error instanceof DeliveryError) throw new StartupError(`No mail was sent. ${error.message}`)
    throw error
  } finally {
    transport.close()
  }
  return `The mail server took a test mail for ${email}, from ${config.mail.from}. Look whether it arrives, and not among spam.`
})
