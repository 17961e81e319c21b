/** What is counted lies between this many turns and twice as many. */
const REMEMBERED = 5_000

/**
 * How many of the last turns each network has had. Counted in turns, not in time: an hour ago says nothing while nobody waits, and
 * memory stays bounded.
 */
export function createRecentTurns(remembered = REMEMBERED) {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let turns = 0

  return {
    add(networks: string[]) {
      if (++turns > remembered) {
        previous = current
        current = new Map()
        turns = 1
      }
      for (const network of networks) current.set(network, (current.get(network) ?? 0) + 1)
    },
    count: (network: string) => (current.get(network) ?? 0) + (previous.get(network) ?? 0),
  }
}
