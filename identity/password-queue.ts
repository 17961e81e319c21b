export const PASSWORD = { min: 6, max: 128 }

/** A hash occupies one of libuv's four threads for about 0.1 s: two at a time leave the others to files and compression. */
const CONCURRENCY = 2
export const BOUNDED = { waiting: 60, waitingPerNetwork: 40 }
export const UNBOUNDED = { waiting: Infinity, waitingPerNetwork: Infinity }

export type PasswordQueue = ReturnType<typeof createPasswordQueue>

/**
 * Limits how many requests hash a password at once; networks take turns, so that a flood from one does not delay the
 * others. The whole request waits here, not just its hash, because better-auth hashes while it holds a database
 * connection: otherwise a flood would exhaust the pool.
 */
export function createPasswordQueue(limits: { waiting: number; waitingPerNetwork: number }) {
  const waiting = new Map<string, (() => void)[]>()
  let waitingInAll = 0
  let running = 0

  function turn(network: string): Promise<void> | null {
    const line = waiting.get(network) ?? []
    if (waitingInAll >= limits.waiting || line.length >= limits.waitingPerNetwork) return null
    return new Promise((start) => {
      line.push(start)
      waiting.set(network, line)
      waitingInAll += 1
    })
  }

  function startNext() {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [network, line] = next
    const start = line.shift()
    waitingInAll -= 1
    waiting.delete(network)
    if (line.length) waiting.set(network, line)
    start?.()
  }

  return {
    /** Runs the work when its turn comes; null when the queue is full. */
    async run<Result>(network: string, work: () => Promise<Result>): Promise<Result | null> {
      if (running >= CONCURRENCY) {
        const start = turn(network)
        if (!start) return null
        await start
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        startNext()
      }
    },
  }
}
