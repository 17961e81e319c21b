import { type IncomingHttpHeaders, request } from 'node:http'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** A request exactly as written and its answer as it came: fetch would tidy up the path and unpack the body. */
export function rawRequest(
  origin: string,
  path: string,
  sent: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const { method = 'GET', body } = sent
  // Node announces a body by itself only where one is usual.
  const headers = { ...(body && { 'content-length': Buffer.byteLength(body) }), ...sent.headers }
  const onward = request({ hostname, port, path, method, headers, agent: false }, async (answer) => {
    const bytes = Buffer.concat(await answer.toArray())
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes, text: bytes.toString() })
  })
  onward.once('error', reject)
  onward.end(body)
  return promise
}
