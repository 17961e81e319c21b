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
  const waiting = new Map<string, ((mayStart: boolean) => void)[]>()
  let waitingInAll = 0
  let running = 0

  /** False when there is no place, or when it had to be left to a network that has fewer. */
  async function turn(network: string): Promise<boolean> {
    const line = waiting.get(network) ?? []
    if (line.length >= limits.waitingPerNetwork) return false
    if (waitingInAll >= limits.waiting && !makeRoom(line.length + 1)) return false
    return new Promise((start) => {
      line.push(start)
      waiting.set(network, line)
      waitingInAll += 1
    })
  }

  /** Sends away the last in the longest line, if it is longer than this length. */
  function makeRoom(length: number): boolean {
    const [longest] = [...waiting.values()].sort((one, other) => other.length - one.length)
    if (!longest || longest.length <= length) return false
    longest.pop()?.(false)
    waitingInAll -= 1
    return true
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
    start?.(true)
  }

  return {
    /** Runs the work when its turn comes; null when the queue is full. */
    async run<Result>(network: string, work: () => Promise<Result>): Promise<Result | null> {
      if (running >= CONCURRENCY) {
        if (!(await turn(network))) return null
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
