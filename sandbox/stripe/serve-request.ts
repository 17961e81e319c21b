import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from './api-error.ts'
import { browserFile } from './browser-files.ts'
import { type Answer, authenticate, handleApiCall, type Service } from './handle-api-call.ts'
import { showSwitches, turnSwitches } from './turn-switches.ts'

const browserPrefix = '/sandbox/stripe/'
const largestBodyBytes = 64 * 1024

// The card's frame has an opaque origin, so everything that it loads or calls is cross-origin to it.
const openToFrames = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
const preflight = {
  ...openToFrames,
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': '86400',
}

/** Serves the API at /v1, and again with the browser's files and the switches at /sandbox/stripe. */
export async function serve(service: Service, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const isForBrowsers = url.pathname.startsWith(browserPrefix)
  const path = isForBrowsers ? url.pathname.slice(browserPrefix.length - 1) : url.pathname
  if (request.method === 'OPTIONS') return response.writeHead(204, preflight).end()
  if (path.startsWith('/v1/') || (isForBrowsers && path.startsWith('/challenge/')))
    return serveCall(service, request, response, path, url.search.slice(1))
  if (isForBrowsers && path === '/switches') return serveSwitches(service, request, response)
  const file = isForBrowsers && request.method === 'GET' ? await browserFile(path.slice(1)) : null
  if (file) return response.writeHead(200, { ...openToFrames, ...file.headers }).end(file.text)
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
}

async function serveCall(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
) {
  const { switches } = service.sandbox
  if (switches.current.down) return request.socket.destroy()
  const isPost = request.method === 'POST'
  const body = await readBody(request)
  if (body === null) return response.writeHead(413).end()
  const answer = await handleApiCall(service, {
    method: request.method ?? 'GET',
    path,
    parameters: isPost ? body : query,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
    version: header(request, 'stripe-version'),
  })
  if (isPost && switches.spend('loseAnswers')) return request.socket.destroy()
  send(response, answer)
}

async function serveSwitches(service: Service, request: IncomingMessage, response: ServerResponse) {
  try {
    if (authenticate(service.keys, request.headers.authorization) !== 'secret')
      throw new ApiError(403, {
        type: 'invalid_request_error',
        message: 'Only the secret key turns switches.',
      })
    const body =
      request.method === 'POST'
        ? turnSwitches(service.sandbox, JSON.parse((await readBody(request)) || '{}'))
        : showSwitches(service.sandbox)
    await service.sandbox.store.settled()
    send(response, { status: 200, body, headers: {} })
  } catch (error) {
    const isRefusal = error instanceof ApiError
    const message = error instanceof Error ? error.message : String(error)
    send(response, { status: isRefusal ? error.status : 400, body: { error: { message } }, headers: {} })
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer) {
  response
    .writeHead(status, { ...openToFrames, ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify(body, null, 2))
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function header(request: IncomingMessage, name: string) {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
