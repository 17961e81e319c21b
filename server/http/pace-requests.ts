import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { NetworksOf } from './networks-of.ts'

/** What one turn of the event loop may spend on requests that have just arrived. */
const BUDGET_MS = 2

type Arrived = { request: IncomingMessage; response: ServerResponse }

/**
 * Spreads a crowd of requests over several turns of the event loop. Node accepts one new connection per turn, however many
 * requests it handles in it: otherwise a thousand busy connections would keep everybody else out. Those that have to wait go on by
 * their wide networks in turn.
 */
export function paceRequests(
  networksOf: NetworksOf,
  handle: RequestListener,
  now = () => performance.now(),
): RequestListener {
  const waiting = new Map<string, Arrived[]>()
  let hasBegun = false
  let endsAt = 0

  function beginTurn() {
    hasBegun = true
    endsAt = now() + BUDGET_MS
    setImmediate(goOn)
  }

  function goOn() {
    hasBegun = false
    if (waiting.size === 0) return
    beginTurn()
    // A network that has more waiting comes again at the end of the map.
    for (const [network, arrived] of waiting) {
      if (now() >= endsAt) return
      const { request, response } = arrived.shift() as Arrived
      waiting.delete(network)
      if (arrived.length > 0) waiting.set(network, arrived)
      if (!response.destroyed) handle(request, response)
    }
  }

  return (request, response) => {
    if (!hasBegun) beginTurn()
    if (waiting.size === 0 && now() < endsAt) return handle(request, response)
    const { wide } = networksOf(request)
    const arrived = waiting.get(wide)
    if (arrived) arrived.push({ request, response })
    else waiting.set(wide, [{ request, response }])
  }
}
