import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientNetworks } from '#networks/client-network.ts'
import { connect, describeOutage, isDatabaseUnreachable } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createIdentity, type Identity, type IdentityOptions } from './identity.ts'
import type { IdentityMail } from './mails/mail-endpoints.ts'
import { createBrowser } from './test-browser.ts'

export const ISSUER = 'http://localhost:3000/api/auth'
export const AUDIENCE = 'shop'
export const GOOGLE = { clientId: 'shop', clientSecret: 'sandbox-secret-0123456789abcdef' }

/** The identity service behind a plain HTTP server, with a sandbox behind the same port, as the shop mounts them. */
export async function mountIdentity(
  databaseUrl: string,
  stand: http.RequestListener = (_request, response) => response.writeHead(503).end(),
  changes: Partial<IdentityOptions> = {},
) {
  const pool = connect({ connectionString: databaseUrl }, () => {}).$client
  const lines: string[] = []
  const mails: IdentityMail[] = []
  const ceilings: string[] = []
  const verified: string[] = []
  const sandbox = await listen(http.createServer(stand))
  const identity = createIdentity({
    pool,
    live: false,
    name: 'The Shop',
    secret: 'a secret of the tests that is long enough',
    issuer: ISSUER,
    audience: AUDIENCE,
    publicOrigin: null,
    allowedOrigins: [],
    google: {
      ...GOOGLE,
      discoveryUrl: 'http://localhost:3000/sandbox/google/.well-known/openid-configuration',
      loopback: `http://127.0.0.1:${sandbox.port}`,
    },
    throttle: true,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    isDatabaseUnreachable,
    describeOutage,
    mail: {
      write: async (mail) => void mails.push(mail),
      onCeiling: async (kind) => void ceilings.push(kind),
    },
    mayResetByMail: async () => true,
    isAdmin: async () => false,
    onEmailVerified: async (_subject, email) => void verified.push(email),
    ...changes,
  })
  await migrate(
    { connectionString: databaseUrl },
    {
      sets: [identity.migrations],
      afterwards: async () => void (await identity.ensureSigningKey({ mayReplace: true })),
    },
  )
  const shop = await listen(
    http.createServer((request, response) =>
      request.url?.startsWith('/sandbox/')
        ? proxy(request, response, sandbox.port)
        : void serve(identity, request, response),
    ),
  )
  return {
    identity,
    pool,
    port: shop.port,
    log: () => lines.join('\n'),
    /** What was to be sent to this address, oldest first. */
    mailsTo: (email: string) =>
      mails.filter((mail) => mail.email === email.toLowerCase()).map(({ kind }) => kind),
    ceilings,
    verified,
    browser: (host = 'localhost', address?: string, protocol = 'http') =>
      createBrowser(shop.port, `${protocol}://${host}:${shop.port}`, address),
    async close() {
      await shop.close()
      await sandbox.close()
      await pool.end()
    },
  }
}

async function serve(identity: Identity, request: http.IncomingMessage, response: http.ServerResponse) {
  const url = new URL(request.url ?? '/', `${request.headers['x-test-protocol']}://${request.headers.host}`)
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const body = Buffer.concat(await request.toArray())
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const answer = await identity.handle(
    new Request(url, { method: request.method, headers, signal: leaving.signal, ...(hasBody && { body }) }),
    clientNetworks(String(request.headers['x-test-address'])),
  )
  response.statusCode = answer.status
  answer.headers.forEach((value, name) => {
    if (name !== 'set-cookie') response.setHeader(name, value)
  })
  response.setHeader('set-cookie', answer.headers.getSetCookie())
  response.end(Buffer.from(await answer.arrayBuffer()))
}

function proxy(request: http.IncomingMessage, response: http.ServerResponse, port: number) {
  const headers = {
    ...request.headers,
    host: `127.0.0.1:${port}`,
    'x-forwarded-host': request.headers.host,
    'x-forwarded-proto': request.headers['x-test-protocol'],
  }
  const onward = http.request({ host: '127.0.0.1', port, path: request.url, method: request.method, headers })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}

async function listen(server: http.Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
