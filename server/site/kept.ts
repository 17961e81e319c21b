import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Variant = { body: Buffer; headers: OutgoingHttpHeaders; unchanged: OutgoingHttpHeaders; etag: string }

/** An answer kept as bytes in the encodings browsers ask for. */
export type Kept = {
  status: number
  identity: Variant
  gzip: Variant | null
  br: Variant | null
  bytes: number
}

/** Compresses off the event loop; quality 11 is for what is compressed once and served for years. */
export async function keep(answer: {
  status?: number
  body: Buffer
  headers: OutgoingHttpHeaders
  compress: 'once' | 'often' | 'never'
}): Promise<Kept> {
  const { body, headers, compress, status = 200 } = answer
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
  const mark = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  const variant = (encoding: '' | 'gzip' | 'br', bytes: Buffer): Variant => {
    const etag = `"${mark}${encoding && `-${encoding}`}"`
    const common = { ...headers, etag, vary: 'accept-encoding' }
    return {
      body: bytes,
      etag,
      unchanged: common,
      headers: {
        ...common,
        'content-length': bytes.length,
        ...(encoding && { 'content-encoding': encoding }),
      },
    }
  }
  return {
    status,
    identity: variant('', body),
    gzip: zipped && variant('gzip', zipped),
    br: shrunk && variant('br', shrunk),
    bytes: body.length + (zipped?.length ?? 0) + (shrunk?.length ?? 0),
  }
}

export function sendKept(request: IncomingMessage, response: ServerResponse, kept: Kept) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const variant =
    (kept.br && accepts(accepted, 'br') && kept.br) ||
    (kept.gzip && accepts(accepted, 'gzip') && kept.gzip) ||
    kept.identity
  if (kept.status === 200 && request.headers['if-none-match']?.includes(variant.etag))
    return response.writeHead(304, variant.unchanged).end()
  response.writeHead(kept.status, variant.headers)
  return request.method === 'HEAD' ? response.end() : response.end(variant.body)
}

function accepts(header: string | string[], encoding: string) {
  const text = String(header)
  return text.includes(encoding) && !new RegExp(`\\b${encoding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(text)
}
