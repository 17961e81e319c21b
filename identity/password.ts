export const PASSWORD = { least: 6, most: 128 }

/** A hash takes about 0.1 s of one of libuv's four threads: two at a time leave the others to files and compression. */
const AT_ONCE = 2
const WAITING = 200
const WAITING_PER_ADDRESS = 20

/**
 * Lets few requests that hash a password run at once. The whole request waits here, not the hash inside it, because
 * better-auth hashes while it holds a database connection: otherwise a flood would empty the pool.
 */
export function createPasswordQueue() {
  const waiting: { address: string; start: () => void }[] = []
  let running = 0

  return {
    /** Runs the work when its turn comes; null when too many are waiting already. */
    async run<Result>(address: string, work: () => Promise<Result>): Promise<Result | null> {
      if (running >= AT_ONCE) {
        const ahead = waiting.filter((entry) => entry.address === address).length
        if (waiting.length >= WAITING || ahead >= WAITING_PER_ADDRESS) return null
        await new Promise<void>((start) => waiting.push({ address, start }))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next.start()
        else running -= 1
      }
    },
  }
}
