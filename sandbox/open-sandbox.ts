import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { GoogleSandboxSettings } from './google/create-google-sandbox.ts'
import { createStripeSandbox, stripeSettings } from './stripe/create-stripe-sandbox.ts'

export const sandboxSettings = z.object({
  dataDir: z.string().min(1),
  port: z.int().min(0).max(65_535).default(0),
  stripe: stripeSettings,
  google: z.looseObject({ clientId: z.string(), clientSecret: z.string() }).optional(),
})

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The stand-ins for the card provider and Google, on one port. */
export async function openSandbox(
  { dataDir, port, ...settings }: z.infer<typeof sandboxSettings>,
  onFailure: (error: Error) => void,
) {
  const stripe = await createStripeSandbox({ ...settings.stripe, dataDir }, onFailure)
  let google: Promise<Listener> | undefined
  /** Its library and its key cost as much as all the rest, which need not wait for them. */
  const loadGoogle = () => {
    google ??= settings.google ? googleListener(settings.google) : Promise.resolve(notFound)
    return google
  }
  const server = createServer((request, response) => {
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
    stop() {
      server.close()
      server.closeAllConnections()
      return stripe.close()
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
