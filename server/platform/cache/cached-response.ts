import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Beyond this, copying costs more than a second write.
const MAX_TEXT_BYTES = 12 * 1024

/** Headers as a flat list of names and values, which Node writes fastest. */
type Variant = {
  body: Buffer
  /** The same bytes as a string, if they are few: Node then sends headers and body in one write. */
  text: string | null
  headers: string[]
  unchanged: string[]
  etag: string
}
type Encoding = 'br' | 'gzip' | 'identity'

/** A response as bytes, in the encodings that browsers accept. */
export type CachedResponse = {
  status: number
  identity: Variant
  gzip: Variant | null
  br: Variant | null
  bytes: number
  /** Only for the requests that are waiting for it, never stored. */
  once: boolean
  /** The pattern of the route it belongs to, for metrics. */
  route: string
  /** A response of the API, which pages of other origins may be allowed to read. */
  isApi: boolean
}

/** Compresses off the event loop; quality 11 is for what is compressed once and served many times. */
export async function toCachedResponse(response: {
  status?: number
  body: Buffer
  headers: OutgoingHttpHeaders
  route: string
  compress: 'once' | 'often' | 'never'
  once?: boolean
  isApi?: boolean
}): Promise<CachedResponse> {
  const { body, headers, route, compress, status = 200, once = false, isApi = false } = response
  const quality = compress === 'once' ? 11 : 5
  const [zipped, shrunk] =
    compress === 'never' || body.length < 512
      ? [null, null]
      : await Promise.all([
          zip(body),
          brotli(body, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: quality,
              [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
            },
          }),
        ])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  const variant = (encoding: '' | 'gzip' | 'br', bytes: Buffer): Variant => {
    const etag = `"${hash}${encoding && `-${encoding}`}"`
    const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
    const unchanged = flat({ ...headers, etag, vary })
    const length = ['content-length', String(bytes.length)]
    const coding = encoding ? ['content-encoding', encoding] : []
    const text = bytes.length <= MAX_TEXT_BYTES ? bytes.toString('latin1') : null
    return { body: bytes, text, etag, unchanged, headers: [...unchanged, ...length, ...coding] }
  }
  return {
    status,
    identity: variant('', body),
    gzip: zipped && variant('gzip', zipped),
    br: shrunk && variant('br', shrunk),
    bytes: body.length + (zipped?.length ?? 0) + (shrunk?.length ?? 0),
    once,
    route,
    isApi,
  }
}

const flat = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))

/** What to send this client: its best encoding, or 304 when it already has these bytes. */
export function chooseVariant(requested: IncomingHttpHeaders, cached: CachedResponse) {
  const encoding = bestEncoding(String(requested['accept-encoding'] ?? ''))
  const variant =
    (encoding === 'br' && cached.br) || (encoding !== 'identity' && cached.gzip) || cached.identity
  return cached.status === 200 && requested['if-none-match']?.includes(variant.etag)
    ? { status: 304, headers: variant.unchanged, body: undefined, text: null }
    : { status: cached.status, headers: variant.headers, body: variant.body, text: variant.text }
}

export function sendCached(request: IncomingMessage, response: ServerResponse, cached: CachedResponse) {
  const { status, headers, body, text } = chooseVariant(request.headers, cached)
  response.writeHead(status, headers)
  if (request.method === 'HEAD') return response.end()
  return text === null ? response.end(body) : response.end(text, 'latin1')
}

const MAX_REMEMBERED = 100
const remembered = new Map<string, Encoding>()

/** Browsers send a handful of different headers; each is parsed once. */
function bestEncoding(accepted: string): Encoding {
  const cached = remembered.get(accepted)
  if (cached) return cached
  const best = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
  if (remembered.size < MAX_REMEMBERED) remembered.set(accepted, best)
  return best
}

function accepts(header: string, encoding: string) {
  return header.includes(encoding) && !new RegExp(`\\b${encoding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(header)
}
