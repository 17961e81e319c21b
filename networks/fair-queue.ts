import type { ClientNetworks } from './client-network.ts'

type Waiter = { start: (mayStart: boolean) => void; networks: ClientNetworks }
type Line = Waiter[]
type Lines = Map<string, Line>

type Limits = {
  /** At work at once, for everybody together. */
  concurrency: number
  /** At work at once for one wide network; all of `concurrency` unless given. */
  concurrencyPerNetwork?: number
  waiting: number
  random?: () => number
}

/**
 * Work that takes turns: first the wide networks in turn, then the narrow ones of each, so that neither many requests nor many
 * addresses of one network delay the others. When the queue is full, a random waiter of the longest line has to leave; a
 * newcomer is as likely to stay as anybody else in that line.
 */
export function createFairQueue({
  concurrency,
  concurrencyPerNetwork,
  waiting,
  random = Math.random,
}: Limits) {
  const perNetwork = concurrencyPerNetwork ?? concurrency
  const lines = new Map<string, Lines>()
  const running = new Map<string, number>()
  let runningInAll = 0
  let waitingInAll = 0

  const mayRun = (wide: string) => runningInAll < concurrency && (running.get(wide) ?? 0) < perNetwork

  function begin(wide: string) {
    runningInAll += 1
    running.set(wide, (running.get(wide) ?? 0) + 1)
  }

  function end(wide: string) {
    runningInAll -= 1
    const left = (running.get(wide) ?? 0) - 1
    if (left > 0) running.set(wide, left)
    else running.delete(wide)
    startWaiting()
  }

  function startWaiting() {
    for (const [wide, ofWide] of lines) {
      if (runningInAll >= concurrency) return
      if (!mayRun(wide)) continue
      const waiter = takeFirst(wide, ofWide)
      begin(wide)
      waiter.start(true)
    }
  }

  /** The first of the network whose turn it is; both networks then go to the end of the round. */
  function takeFirst(wide: string, ofWide: Lines): Waiter {
    const [[narrow, line]] = ofWide as unknown as [[string, Line]]
    const waiter = line.shift() as Waiter
    waitingInAll -= 1
    ofWide.delete(narrow)
    if (line.length > 0) ofWide.set(narrow, line)
    lines.delete(wide)
    if (ofWide.size > 0) lines.set(wide, ofWide)
    return waiter
  }

  function join(waiter: Waiter) {
    const { wide, narrow } = waiter.networks
    const ofWide = lines.get(wide) ?? new Map<string, Line>()
    const line = ofWide.get(narrow) ?? []
    line.push(waiter)
    ofWide.set(narrow, line)
    lines.set(wide, ofWide)
    waitingInAll += 1
  }

  function leave(waiter: Waiter) {
    const { wide, narrow } = waiter.networks
    const ofWide = lines.get(wide)
    const line = ofWide?.get(narrow)
    const place = line?.indexOf(waiter) ?? -1
    if (!ofWide || !line || place < 0) return
    line.splice(place, 1)
    waitingInAll -= 1
    if (line.length === 0) ofWide.delete(narrow)
    if (ofWide.size === 0) lines.delete(wide)
    waiter.start(false)
  }

  function dropOne() {
    const longest = randomLongest([...lines.values()], (ofWide) =>
      [...ofWide.values()].reduce((sum, line) => sum + line.length, 0),
    )
    const line = randomLongest([...(longest?.values() ?? [])], ({ length }) => length)
    const waiter = line?.[Math.floor(random() * line.length)]
    if (waiter) leave(waiter)
  }

  function randomLongest<Item>(items: Item[], lengthOf: (item: Item) => number): Item | undefined {
    const most = Math.max(...items.map(lengthOf))
    const longest = items.filter((item) => lengthOf(item) === most)
    return longest[Math.floor(random() * longest.length)]
  }

  return {
    /** Resolves with what ends the turn, or with null for somebody who had to leave the queue. */
    async enter(networks: ClientNetworks, signal?: AbortSignal): Promise<(() => void) | null> {
      const { wide } = networks
      if (signal?.aborted) return null
      if (mayRun(wide)) begin(wide)
      else {
        const started = await new Promise<boolean>((start) => {
          const waiter = { start, networks }
          join(waiter)
          signal?.addEventListener('abort', () => leave(waiter), { once: true })
          if (waitingInAll > waiting) dropOne()
        })
        if (!started) return null
      }
      let ended = false
      return () => {
        if (ended) return
        ended = true
        end(wide)
      }
    },

    /** Runs the work when its turn comes; null for somebody who had to leave the queue. */
    async run<Result>(networks: ClientNetworks, work: () => Promise<Result>): Promise<Result | null> {
      const leaveTurn = await this.enter(networks)
      if (!leaveTurn) return null
      try {
        return await work()
      } finally {
        leaveTurn()
      }
    },
  }
}
