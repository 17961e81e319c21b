import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createBodyLimits } from '../turns/limit-bodies.ts'
import { limitConnections } from '../turns/limit-connections.ts'
import { createNetworksOf, type NetworksOf } from '../turns/networks-of.ts'

const OPTIONS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  // What a slow line needs for a picture; a body that stalls ends sooner.
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  // A request without a body then costs no stream, a twelfth of a cached response; who reads bodies asks `hasBody` first.
  optimizeEmptyRequests: true,
}
// Longer than any request takes.
const STALLED_MS = 60_000

type Options = {
  stalledMs?: number
  networksOf?: NetworksOf
  maxArrivingBytes?: number
  /** Unlimited unless given. */
  maxConnections?: number | undefined
}

/**
 * One request at a time on a connection. Browsers and balancers never send a second one before the first is answered;
 * a client that does could cause as much work with one connection as with thousands.
 */
export function createHttpServer(
  listener: RequestListener,
  {
    stalledMs = STALLED_MS,
    networksOf = createNetworksOf(false),
    maxArrivingBytes,
    maxConnections,
  }: Options = {},
) {
  const limitBody = createBodyLimits(networksOf, maxArrivingBytes)
  const receive: RequestListener = (request, response) => {
    // Node assigns a response its socket when the previous response on the connection has ended.
    if (!response.socket) return request.socket.destroy()
    if (hasBody(request)) limitBody(request, response)
    if (namesTwoHosts(request)) return refuse(response)
    listener(request, response)
  }
  const server = createServer(OPTIONS, receive)
  if (maxConnections) limitConnections(server, maxConnections)
  // Otherwise Node would refuse these by itself, and go on reading.
  server.on('checkExpectation', receive)
  // Ends connections on which nothing is sent and nothing is read.
  return server.setTimeout(stalledMs)
}

/** Whether a body follows. A request without one tells its readers nothing, not even that it has ended. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Node would take the first of them; a proxy in front may have taken the other. */
function namesTwoHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

function refuse(response: ServerResponse) {
  response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end('More than one Host header\n')
}
