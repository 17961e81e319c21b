import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expectAccessible } from './axe.ts'
import { test as base, expect, SCREENS } from './fixtures.ts'

type MailServer = { port: number; refusing: boolean; received: string[] }

/** A shop whose mail goes to a server that can be told to refuse everybody for good. */
const test = base.extend<object, { mailServer: MailServer; settings: Record<string, string> }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      const state: MailServer = { port: 0, refusing: true, received: [] }
      const server = new SMTPServer({
        disabledCommands: ['AUTH', 'STARTTLS'],
        onRcptTo({ address }, _session, callback) {
          if (state.refusing)
            return callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
          state.received.push(address)
          callback()
        },
        onData(stream, _session, callback) {
          stream.on('end', () => callback()).resume()
        },
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      state.port = (server.server.address() as AddressInfo).port
      await use(state)
      await new Promise<void>((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mailServer }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` }),
    { scope: 'worker' },
  ],
})

test(
  'mail that was refused for good is in the overview with its reason; Retry sends it, and the row goes',
  SCREENS,
  async ({ page, shop, signInAs, mailServer }) => {
    const { email } = await shop.signUp()
    const admin = await shop.signInAdmin()
    const failed = async () => (await shop.call('GET', '/api/failed-mails', admin)).json
    await expect.poll(failed).toContainEqual(expect.objectContaining({ email }))
    await signInAs(admin)
    await page.goto('/dashboard')
    const row = page.getByRole('region', { name: 'Failed emails and jobs' }).getByRole('row', { name: email })
    await expect(row).toContainText('Confirm your email')
    await expect(row).toContainText('No such mailbox')
    await expectAccessible(page)

    mailServer.refusing = false
    await row.getByRole('button', { name: /^Retry/ }).click()
    await expect(page.getByRole('status').getByText('Trying again now')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect.poll(() => mailServer.received).toContain(email)
  },
)
