import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRecentTurns } from '#networks/recent-turns.ts'
import type { NetworksOf } from './networks-of.ts'

/** What one turn of the event loop may spend on requests that have just arrived. */
const BUDGET_MS = 2

/** Most of a request is handled in promises, which run after its function has returned. */
const promisesToSettle = () => new Promise<void>((resolve) => process.nextTick(resolve))

type Arrived = { request: IncomingMessage; response: ServerResponse }

/**
 * Spreads a crowd of requests over several turns of the event loop. Node accepts a few new connections per turn, however many
 * requests it handles in it: otherwise a thousand busy connections would keep everybody else out. Of those that have to wait,
 * every other one is of the wide network that had the fewest turns lately; the rest go on by their networks in turn.
 */
export function paceRequests(
  networksOf: NetworksOf,
  handle: RequestListener,
  now = () => performance.now(),
): RequestListener {
  const waiting = new Map<string, Arrived[]>()
  const recentTurns = createRecentTurns()
  let hasBegun = false
  let endsAt = 0
  let isByNeed = false

  function beginTurn() {
    hasBegun = true
    endsAt = now() + BUDGET_MS
    setImmediate(goOn)
  }

  async function goOn() {
    hasBegun = false
    if (waiting.size === 0) return
    beginTurn()
    while (waiting.size > 0 && now() < endsAt) {
      const { request, response } = takeNext()
      if (response.destroyed) continue
      handle(request, response)
      await promisesToSettle()
    }
  }

  function takeNext(): Arrived {
    const network = nextNetwork()
    const arrived = waiting.get(network) as Arrived[]
    const next = arrived.shift() as Arrived
    recentTurns.add([network])
    // A network that has more waiting comes again at the end of the map.
    waiting.delete(network)
    if (arrived.length > 0) waiting.set(network, arrived)
    return next
  }

  function nextNetwork(): string {
    isByNeed = !isByNeed
    const [first = ''] = waiting.keys()
    if (!isByNeed) return first
    let least = first
    let fewest = Number.POSITIVE_INFINITY
    // Of equals the newest: a crowd of networks that arrives at once delays itself, not those who come after it.
    for (const network of waiting.keys()) {
      const turns = recentTurns.count(network)
      if (turns <= fewest) [least, fewest] = [network, turns]
    }
    return least
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
