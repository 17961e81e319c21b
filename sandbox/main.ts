import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { GoogleSandboxSettings } from './google/google.ts'
import { createStripeSandbox, stripeSettings } from './stripe/stripe.ts'

// Started by the shop: settings come as one line on stdin, whose end (the shop is gone) stops the sandbox.
const settingsLine = z.object({
  dataDir: z.string().min(1),
  port: z.int().min(0).max(65_535).default(0),
  stripe: stripeSettings,
  google: z.looseObject({ clientId: z.string(), clientSecret: z.string() }).optional(),
})

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => start(line).catch(stopBecause))
lines.once('close', () => process.exit(0))

async function start(line: string) {
  const { dataDir, port, ...settings } = readSettings(line)
  const stripe = await createStripeSandbox({ ...settings.stripe, dataDir }, stopBecause)
  const google = settings.google ? await googleListener(settings.google) : notFound
  const server = createServer((request, response) => {
    const isGoogle = request.url?.startsWith('/sandbox/google/')
    const listener = isGoogle ? google : stripe.listener
    listener(request, response)
  })
  const stop = () => {
    server.close()
    server.closeAllConnections()
    stripe.close().then(() => process.exit(0), stopBecause)
  }
  lines.removeAllListeners('close').once('close', stop)
  process.once('SIGTERM', stop)
  // Ctrl-C reaches the whole process group, but the shop may still need the sandbox while it closes.
  process.on('SIGINT', () => undefined)
  server.once('error', stopBecause)
  server.listen(port, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`${JSON.stringify({ port })}\n`)
  })
}

function readSettings(line: string) {
  const parsed = settingsLine.safeParse(parseJson(line))
  if (parsed.success) return parsed.data
  throw new Error(`settings of the sandbox:\n${z.prettifyError(parsed.error)}`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // the parser's own message would show a piece of the keys
  }
}

async function googleListener(settings: GoogleSandboxSettings): Promise<Listener> {
  const { createGoogleSandbox } = await import('./google/google.ts')
  const { listener } = await createGoogleSandbox(settings)
  return listener
}

function notFound(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
}

function stopBecause(error: Error) {
  console.error(`sandbox: ${error.message}`)
  process.exit(1)
}
