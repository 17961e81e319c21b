import type { IncomingMessage, ServerResponse } from 'node:http'
import { endWidest } from './end-widest.ts'
import type { NetworksOf } from './networks-of.ts'

/** What all bodies that are still arriving may take of the memory together. */
const MAX_ARRIVING_BYTES = 64 * 1024 * 1024
/** How much of one body counts: only admins send more, in files. */
const MAX_COUNTED = 100 * 1024
/** So many pieces of a body may be of any size; from then on they have to have so many bytes on average. */
const FREE_PIECES = 200
const MIN_PIECE_BYTES = 64

/**
 * Bounds what bodies cost while they arrive, before anybody has looked at them. Node handles each piece by itself and keeps it as an
 * object: 100 KB in chunks of one byte would take 25 MB and a second of everybody's time. Of whole bodies that never end, the
 * networks that keep most lose theirs when there are too many.
 */
export function createBodyLimits(networksOf: NetworksOf, maxArrivingBytes = MAX_ARRIVING_BYTES) {
  const arriving = new Map<IncomingMessage, number>()
  let total = 0

  function forget(request: IncomingMessage) {
    total -= arriving.get(request) ?? 0
    arriving.delete(request)
  }

  function end(request: IncomingMessage) {
    forget(request)
    // Node still hands over what it has read already.
    request.push = () => true
    request.socket.destroy()
  }

  function count(request: IncomingMessage, bytes: number) {
    const counted = Math.min(bytes, MAX_COUNTED)
    total += counted - (arriving.get(request) ?? 0)
    arriving.set(request, counted)
    if (total > maxArrivingBytes)
      endWidest(arriving, (one) => networksOf(one).wide, {
        end,
        isEnough: () => total <= maxArrivingBytes / 2,
      })
  }

  return function limitBody(request: IncomingMessage, response: ServerResponse) {
    // Node would read and drop the rest of what is refused, however small its chunks are.
    if (request.headers['transfer-encoding'] !== undefined) response.shouldKeepAlive = false
    let pieces = 0
    let bytes = 0
    const { push } = request
    request.push = (piece: Buffer | null, encoding) => {
      if (piece === null) forget(request)
      else {
        pieces += 1
        bytes += piece.length
        if (pieces > FREE_PIECES && bytes < pieces * MIN_PIECE_BYTES) end(request)
        else count(request, bytes)
      }
      return push.call(request, piece, encoding)
    }
    request.once('close', () => forget(request))
  }
}
