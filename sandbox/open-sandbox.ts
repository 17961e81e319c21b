import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { GoogleSandboxSettings } from './google/create-google-sandbox.ts'
import { createMailSandbox } from './mail/create-mail-sandbox.ts'
import { createStripeSandbox, stripeSettings } from './stripe/create-stripe-sandbox.ts'

const port = z.int().min(0).max(65_535).default(0)

export const sandboxSettings = z.object({
  dataDir: z.string().min(1),
  port,
  mailPort: port,
  stripe: stripeSettings,
  google: z.looseObject({ clientId: z.string(), clientSecret: z.string() }).optional(),
})

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The stand-ins for the card provider, Google and a mailbox, on one port; mail is taken on another. */
export async function openSandbox(
  { dataDir, port, ...settings }: z.infer<typeof sandboxSettings>,
  onFailure: (error: Error) => void,
) {
  const stripe = await createStripeSandbox({ ...settings.stripe, dataDir }, onFailure)
  const { secretKey } = settings.stripe
  const mail = await createMailSandbox({ dataDir, port: settings.mailPort, secretKey }, onFailure)
  let google: Promise<Listener> | undefined
  /** Its library and its key cost as much as all the rest, which need not wait for them. */
  const loadGoogle = () => {
    google ??= settings.google ? googleListener(settings.google) : Promise.resolve(notFound)
    return google
  }
  const server = createServer((request, response) => {
    if (mail.owns(request)) return mail.listener(request, response)
    if (!request.url?.startsWith('/sandbox/google/')) return stripe.listener(request, response)
    loadGoogle().then((listener) => listener(request, response), onFailure)
  })
  const opened = Promise.withResolvers<void>()
  server.once('error', opened.reject)
  server.listen(port, '127.0.0.1', opened.resolve)
  await opened.promise
  return {
    loadGoogle,
    port: (server.address() as AddressInfo).port,
    mailPort: mail.port,
    async stop() {
      server.close()
      server.closeAllConnections()
      await Promise.all([stripe.close(), mail.close()])
    },
  }
}

async function googleListener(settings: GoogleSandboxSettings): Promise<Listener> {
  const { createGoogleSandbox } = await import('./google/create-google-sandbox.ts')
  const { listener } = await createGoogleSandbox(settings)
  return listener
}

function notFound(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
}
