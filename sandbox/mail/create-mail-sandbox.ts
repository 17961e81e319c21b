import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Mail, Mailbox } from './mailbox.ts'
import { mailboxPage } from './page.ts'
import { receiveMail } from './receive-mail.ts'
import { MailSwitches } from './switches.ts'

const PREFIX = '/sandbox/mail'
const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
/** A mail is somebody else's document: no scripts, nothing fetched, links open elsewhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

type Answer = { status?: number; type: string; body: string | Buffer; headers?: Record<string, string> }

/** A mail server that keeps what it is sent, and a mailbox that anyone who reaches the shop can read. */
export async function createMailSandbox(
  { dataDir, port, secretKey }: { dataDir: string; port: number; secretKey: string },
  onFailure: (error: Error) => void,
) {
  const mailbox = await Mailbox.open(join(dataDir, 'mailbox.jsonl'), onFailure)
  const switches = new MailSwitches()
  const { server, disconnect } = receiveMail(mailbox, switches)
  const opened = Promise.withResolvers<void>()
  server.once('error', opened.reject)
  server.listen(port, '127.0.0.1', opened.resolve)
  await opened.promise

  async function answer(request: IncomingMessage): Promise<Answer> {
    const [, part, id = '', view, name = ''] = new URL(request.url ?? '', 'http://sandbox').pathname
      .slice(PREFIX.length)
      .split('/')
    if (part === 'switches') return turnSwitches(request)
    if (request.method !== 'GET') return plain(405, 'Only GET')
    if (!part) return page(mailboxPage(await mailbox.list()))
    if (part === 'style.css') return { type: 'text/css; charset=utf-8', body: await stylesheet() }
    if (part === 'messages' && !id) return json((await mailbox.list()).map(describe))
    const mail = part === 'messages' ? await mailbox.find(id) : null
    if (mail && view === 'html') return mailDocument(mail)
    if (mail && view === 'source') return plain(200, mail.raw)
    const attachment = view === 'attachments' && mail?.attachments.find((one) => one.name === decode(name))
    return attachment ? download(attachment) : plain(404, 'Not found')
  }

  async function turnSwitches(request: IncomingMessage): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return plain(403, 'Only the secret key turns switches.')
    const turned = switches.turn(JSON.parse((await text(request)) || '{}'))
    if (turned.down) disconnect()
    return json(turned)
  }

  return {
    port: (server.address() as AddressInfo).port,
    owns: ({ url = '' }: IncomingMessage) => url === PREFIX || /^\/sandbox\/mail[/?]/.test(url),
    listener(request: IncomingMessage, response: ServerResponse) {
      answer(request)
        .catch((error: Error) => plain(400, error.message))
        .then(({ status = 200, type, body, headers }) =>
          response.writeHead(status, { ...COMMON, 'content-type': type, ...headers }).end(body),
        )
    },
    async close() {
      server.close()
      disconnect()
      await mailbox.close()
    },
  }
}

const plain = (status: number, body: string | Buffer): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})
const json = (body: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(body, null, 2) })
const page = (body: string, policy = PAGE_POLICY): Answer => ({
  type: 'text/html; charset=utf-8',
  body,
  headers: { 'content-security-policy': policy },
})
const mailDocument = ({ html }: Mail) =>
  page(html.replace(/<head>|^/, '$&<base target="_blank">'), MAIL_POLICY)

const describe = ({ raw: _, attachments, ...mail }: Mail) => ({
  ...mail,
  attachments: attachments.map(({ name, type, content }) => ({ name, type, bytes: content.length })),
})

const download = ({ name, type, content }: Mail['attachments'][number]): Answer => ({
  type,
  body: content,
  headers: {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
  },
})

async function stylesheet() {
  const files = ['../page.css', 'style.css'].map((file) => readFile(new URL(file, import.meta.url), 'utf8'))
  return (await Promise.all(files)).join('\n')
}

function decode(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
