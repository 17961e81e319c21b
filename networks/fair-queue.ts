import type { ClientNetworks } from './client-network.ts'
import { createRecentTurns } from './recent-turns.ts'

type Waiter<Client> = { networks: Client; since: number; start: (mayStart: boolean) => void }
/** The requests of one narrow network that are waiting. */
type Line<Client> = { networks: Client; waiters: Waiter<Client>[] }

type Limits<Client> = {
  /** At work at once, for everybody together. */
  concurrency: number
  /** At work at once for one wide network; all of `concurrency` unless given. */
  concurrencyPerNetwork?: number
  waiting: number
  /** Who has a lower rank comes first, and stays when the queue is full; all are equal unless given. */
  rankOf?: (networks: Client) => number
  /** Used instead of `rankOf` for every second place, so that low ranks cannot keep out the others. */
  sharedRankOf?: (networks: Client) => number
  /** So many places go by who had least, then one to the line that has waited longest, so that nobody waits forever. */
  placesByNeed?: number
  /** Among equals, those who have not waited this long come first, oldest first; then the least late. Without it, the newest comes first. */
  lateAfterMs?: number
  now?: () => number
  random?: () => number
}

/**
 * Work that takes turns: the wide network that has had the fewest turns lately comes first, and within it the narrow one. So neither
 * many requests nor many addresses delay those who ask for little. Of equals the newest comes first, or those who can
 * still be served in time: a crowd of networks that nobody has seen before then delays itself.
 *
 * When the queue is full, a random waiter of the network that takes most has to leave; a newcomer is as likely to stay as anybody
 * else of their network.
 */
export function createFairQueue<Client extends ClientNetworks = ClientNetworks>({
  concurrency,
  concurrencyPerNetwork = concurrency,
  waiting,
  rankOf = () => 0,
  sharedRankOf = rankOf,
  placesByNeed = 2,
  lateAfterMs,
  now = () => performance.now(),
  random = Math.random,
}: Limits<Client>) {
  /** By narrow network; the one that has waited longest for its turn is first. */
  const lines = new Map<string, Line<Client>>()
  const running = new Map<string, number>()
  const recentTurns = createRecentTurns()
  let runningInAll = 0
  let waitingInAll = 0
  let givenByNeed = 0

  const mayRun = ({ wide }: ClientNetworks) =>
    runningInAll < concurrency && (running.get(wide) ?? 0) < concurrencyPerNetwork

  function begin({ wide, narrow }: ClientNetworks) {
    runningInAll += 1
    running.set(wide, (running.get(wide) ?? 0) + 1)
    recentTurns.add([wide, narrow])
  }

  function end({ wide }: ClientNetworks) {
    runningInAll -= 1
    const left = (running.get(wide) ?? 0) - 1
    if (left > 0) running.set(wide, left)
    else running.delete(wide)
    startWaiting()
  }

  function startWaiting() {
    for (let line = nextLine(); line; line = nextLine()) {
      const waiter = line.waiters[0] as Waiter<Client>
      begin(waiter.networks)
      leave(waiter, true)
      // To the end of those that have waited.
      if (lines.delete(line.networks.narrow) && line.waiters.length > 0) lines.set(line.networks.narrow, line)
    }
  }

  function nextLine(): Line<Client> | undefined {
    if (runningInAll >= concurrency) return undefined
    const ready = [...lines.values()].filter(({ networks }) => mayRun(networks))
    if (ready.length === 0) return undefined
    if (givenByNeed >= placesByNeed) {
      givenByNeed = 0
      return ready[0]
    }
    givenByNeed += 1
    const time = now()
    const lateBy = (since: number) =>
      lateAfterMs === undefined ? 0 : Math.max(0, time - since - lateAfterMs)
    const currentRankOf = givenByNeed % 2 === 1 ? rankOf : sharedRankOf
    const needOf = ({ networks, waiters: [first] }: Line<Client>) => [
      currentRankOf(networks),
      recentTurns.count(networks.wide),
      recentTurns.count(networks.narrow),
      first ? lateBy(first.since) : 0,
    ]
    return leastBy(lateAfterMs === undefined ? ready.reverse() : ready, needOf)
  }

  function join(waiter: Waiter<Client>) {
    const { networks } = waiter
    const line = lines.get(networks.narrow) ?? { networks, waiters: [] }
    line.waiters.push(waiter)
    lines.set(networks.narrow, line)
    waitingInAll += 1
  }

  function leave(waiter: Waiter<Client>, mayStart: boolean) {
    const { narrow } = waiter.networks
    const line = lines.get(narrow)
    const place = line?.waiters.indexOf(waiter) ?? -1
    if (!line || place < 0) return
    line.waiters.splice(place, 1)
    waitingInAll -= 1
    if (line.waiters.length === 0) lines.delete(narrow)
    waiter.start(mayStart)
  }

  function dropOne() {
    const taken = new Map<string, number>()
    for (const { networks, waiters } of lines.values())
      taken.set(
        networks.wide,
        (taken.get(networks.wide) ?? recentTurns.count(networks.wide)) + waiters.length,
      )
    const greedOf = ({ networks, waiters }: Line<Client>) => [
      -rankOf(networks),
      -(taken.get(networks.wide) ?? 0),
      -(waiters.length + recentTurns.count(networks.narrow)),
      random(),
    ]
    const { waiters } = leastBy([...lines.values()], greedOf) as Line<Client>
    leave(waiters[Math.floor(random() * waiters.length)] as Waiter<Client>, false)
  }

  /** What ends the turn, once. */
  function endOf(networks: ClientNetworks) {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      end(networks)
    }
  }

  async function waitForTurn(
    networks: Client,
    signal: AbortSignal | undefined,
    since: number,
  ): Promise<boolean> {
    const { promise, resolve: start } = Promise.withResolvers<boolean>()
    const waiter = { start, networks, since }
    const giveUp = () => leave(waiter, false)
    join(waiter)
    signal?.addEventListener('abort', giveUp)
    if (waitingInAll > waiting) dropOne()
    const started = await promise
    signal?.removeEventListener('abort', giveUp)
    return started
  }

  /** What ends the turn, or null where one would have to wait. */
  function enterAtOnce(networks: ClientNetworks): (() => void) | null {
    if (!mayRun(networks)) return null
    begin(networks)
    return endOf(networks)
  }

  return {
    enterAtOnce,
    waiting: () => waitingInAll,

    /**
     * Resolves with what ends the turn, or with null for somebody who had to leave the queue. Who has waited in another one before
     * is late as if it had been this one.
     */
    async enter(networks: Client, signal?: AbortSignal, waitedMs = 0): Promise<(() => void) | null> {
      if (signal?.aborted) return null
      const endTurn = enterAtOnce(networks)
      if (endTurn) return endTurn
      return (await waitForTurn(networks, signal, now() - waitedMs)) ? endOf(networks) : null
    },

    /** Runs the work when its turn comes; null for somebody who had to leave the queue. */
    async run<Result>(
      networks: Client,
      work: () => Promise<Result>,
      signal?: AbortSignal,
    ): Promise<Result | null> {
      const leaveTurn = await this.enter(networks, signal)
      if (!leaveTurn) return null
      try {
        return await work()
      } finally {
        leaveTurn()
      }
    },
  }
}

/** The first of those whose numbers are least, compared one after the other. */
function leastBy<Item>(items: Item[], numbersOf: (item: Item) => number[]): Item | undefined {
  let least: { item: Item; numbers: number[] } | undefined
  for (const item of items) {
    const numbers = numbersOf(item)
    if (!least || isLess(numbers, least.numbers)) least = { item, numbers }
  }
  return least?.item
}

function isLess(some: number[], others: number[]): boolean {
  const at = some.findIndex((number, index) => number !== others[index])
  return at >= 0 && (some[at] as number) < (others[at] as number)
}
