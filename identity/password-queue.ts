export const PASSWORD = { least: 6, most: 128 }

/** A hash takes about 0.1 s of one of libuv's four threads: two at a time leave the others to files and compression. */
const AT_ONCE = 2
export const BOUNDED = { waiting: 60, waitingPerNetwork: 40 }
export const UNBOUNDED = { waiting: Infinity, waitingPerNetwork: Infinity }

export type PasswordQueue = ReturnType<typeof createPasswordQueue>

/**
 * Lets few requests that hash a password run at once; networks take turns, so that a flood from one of them does not
 * hold up the others. The whole request waits here, not the hash inside it, because better-auth hashes while it holds
 * a database connection: otherwise a flood would empty the pool.
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
    /** Runs the work when its turn comes; null when too many are waiting already. */
    async run<Result>(network: string, work: () => Promise<Result>): Promise<Result | null> {
      if (running >= AT_ONCE) {
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
