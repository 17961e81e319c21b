import type { MailContent } from '../../notify/mail-content.ts'
import { renderHtml } from '../../notify/render-html.ts'
import { renderText } from '../../notify/render-text.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { DeliveryError, openMailTransport } from '../../platform/outbox/transport.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { commandWithoutDatabase, emailOf } from './command.ts'

const usage = {
  line: 'npm run mail:test -- person@example.com',
  description: 'Sends one test email through the mail server in SMTP_URL and says what happened.',
  maxPositionals: 1,
  minPositionals: 1,
}

export default commandWithoutDatabase(usage, async ({ config, args }) => {
  const email = emailOf(args)
  if (config.mail.off) throw new StartupError('SMTP_URL=off: this shop sends no email.')
  const transport = openMailTransport(config, null)
  if (!transport)
    throw new StartupError(
      'SMTP_URL is not set: a demo shop keeps its email in its own mailbox, at /sandbox/mail. Set SMTP_URL to try a mail server.',
    )
  const content: MailContent = {
    subject: `Test email from ${config.shopName}`,
    preheader: 'Email works.',
    blocks: ['Email works: this shop can reach this address.', [['Sender', config.mail.from]]],
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
    if (error instanceof DeliveryError) throw new StartupError(`No email was sent. ${error.message}`)
    throw error
  } finally {
    transport.close()
  }
  return `The mail server accepted a test email for ${email}, from ${config.mail.from}. Check that it arrives, and not in the spam folder.`
})
