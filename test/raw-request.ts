import { type IncomingHttpHeaders, request } from 'node:http'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }
type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address that it comes from: on Linux any of 127.0.0.0/8. */
  localAddress?: string
  signal?: AbortSignal
}

/** A request exactly as written and its answer as it came: fetch would tidy up the path and unpack the body. */
export function rawRequest(
  origin: string,
  path: string,
  { method = 'GET', body, headers, ...options }: Sent = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  // Node announces a body by itself only where one is usual.
  const sent = { ...(body && { 'content-length': Buffer.byteLength(body) }), ...headers }
  const target = { hostname, port, path, method, headers: sent, agent: false, ...options }
  const onward = request(target, async (answer) => {
    const chunks = await answer.toArray().catch(reject)
    if (!chunks) return
    const bytes = Buffer.concat(chunks)
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes, text: bytes.toString() })
  })
  onward.once('error', reject)
  onward.end(body)
  return promise
}
