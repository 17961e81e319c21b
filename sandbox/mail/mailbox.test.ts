import { once } from 'node:events'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from '../open-sandbox.ts'
import { temporaryFolder } from '../stripe/testing/sandbox-process.ts'

const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sandbox: Awaited<ReturnType<typeof openSandbox>>

const open = async () => {
  sandbox = await openSandbox({ dataDir: folder.path, port: 0, mailPort: 0, stripe }, (error) => {
    throw error
  })
}
beforeEach(async () => {
  folder = await temporaryFolder()
  await open()
})
afterEach(async () => {
  await sandbox.stop()
  await folder.remove()
})

async function send(message: object = {}) {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.mailPort })
  await transport.sendMail({
    from: { name: 'Shop', address: 'shop@example.com' },
    to: { name: 'Ada', address: 'ada@example.com' },
    subject: 'Grüße <b>',
    text: 'Pay: https://shop.example/pay?a=1&b=2\n<script>alert(1)</script>',
    html: '<!doctype html><html><head></head><body><script>alert(1)</script><p>Hello</p></body></html>',
    ...message,
  })
}

const visit = (target = '', init?: RequestInit) =>
  fetch(`http://127.0.0.1:${sandbox.port}/sandbox/mail${target}`, init)
const messages = async () => (await visit('/messages')).json()

test('keeps what it is sent, the newest first, and tells it as JSON', async () => {
  await send()
  await send({ subject: 'Second', attachments: [{ filename: 'naïve file.pdf', content: '%PDF-1.7' }] })
  expect(await messages()).toEqual([
    {
      id: expect.any(String),
      to: ['ada@example.com'],
      from: 'Shop <shop@example.com>',
      subject: 'Second',
      text: expect.stringContaining('Pay: https://shop.example/pay?a=1&b=2'),
      html: expect.stringContaining('<p>Hello</p>'),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      attachments: [{ name: 'naïve file.pdf', type: 'application/pdf', bytes: 8 }],
    },
    expect.objectContaining({ subject: 'Grüße <b>', attachments: [] }),
  ])
})

test('gives an attachment as a file, and nothing else', async () => {
  await send({ attachments: [{ filename: 'a.html', content: '<script>alert(1)</script>' }] })
  const [{ id }] = await messages()
  const file = await visit(`/messages/${id}/attachments/a.html`)
  expect([file.status, await file.text()]).toEqual([200, '<script>alert(1)</script>'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
  expect((await visit(`/messages/${id}/attachments/b.html`)).status).toBe(404)
  expect((await visit(`/messages/${id}/attachments/%E0%A4%A`)).status).toBe(404)
  expect((await visit('/messages/nobody/attachments/a.html')).status).toBe(404)
})

test('survives a restart', async () => {
  await send()
  const before = await messages()
  await sandbox.stop()
  await open()
  expect(await messages()).toEqual(before)
})

test('is a page that shows mails and runs nothing of them', async () => {
  expect(await (await visit()).text()).toContain('No mail yet')
  await send()
  const page = await visit()
  const html = await page.text()
  expect(html).toContain('Grüße &lt;b&gt;')
  expect(html).toContain('<a href="https://shop.example/pay?a=1&amp;b=2">')
  expect(html).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
  const frame = /<iframe src="\/sandbox\/mail([^"]+)"[^>]+sandbox="([^"]*)"/.exec(html)
  expect(frame?.[2]).not.toMatch(/allow-(scripts|same-origin|top-navigation)/)
  const mail = await visit(frame?.[1])
  expect(mail.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.* sandbox allow-popups allow-popups-to-escape-sandbox$/,
  )
  expect(await mail.text()).toContain('<p>Hello</p>')
  expect((await visit('/style.css')).headers.get('content-type')).toContain('text/css')
})

test('a sender that dies in the middle of a message leaves nothing behind, and the next one is served', async () => {
  const dying = connect(sandbox.mailPort, '127.0.0.1')
  await once(dying, 'data')
  for (const command of ['HELO shop', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA']) {
    dying.write(`${command}\r\n`)
    await once(dying, 'data')
  }
  dying.end('Subject: Half')
  await once(dying, 'close')
  await send()
  expect(await messages()).toHaveLength(1)
})

test('only the secret key turns its switches, and only known ones', async () => {
  const turn = (key: string, switches: object) =>
    visit('/switches', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(switches),
    })
  expect((await turn('pk_test_1', { down: true })).status).toBe(403)
  expect((await turn('sk_test_1', { up: true })).status).toBe(400)
  expect((await turn('sk_test_1', { down: true })).status).toBe(200)
  await expect(send()).rejects.toThrow()
  await turn('sk_test_1', { reset: true, refuse: 'ada@example.com' })
  await expect(send()).rejects.toMatchObject({ responseCode: 550 })
  await turn('sk_test_1', { reset: true, loseAnswers: 1 })
  await expect(send()).rejects.toThrow()
  expect(await messages()).toHaveLength(1)
})
