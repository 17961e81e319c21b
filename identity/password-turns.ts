import type { ClientNetworks } from '#networks/client-network.ts'
import { createFairQueue } from '#networks/fair-queue.ts'

/** A hash occupies one of libuv's four threads for about 0.1 s: two at a time leave the others to files and compression. */
const CONCURRENCY = 2
/** More than an attacker usually has networks. The rest of the shop keeps 400 of the 1,000 requests that may be in progress. */
const WAITING = 600
const LATE_MS = 4_000
const GUESSES_PER_RANK = 10

const RANKS = { known: 0, newcomer: 1, newPassword: 2 }

export type PasswordTurns = ReturnType<typeof createPasswordTurns>
type Client = ClientNetworks & { rank: number }
export type Hashing = { networks: ClientNetworks; signal: AbortSignal }

/**
 * Limits how many requests hash a password at once. Networks from which the right password came before are first, then other
 * sign-ins, then those who choose a password; each time whoever has had the fewest turns. The whole request waits here, not just its
 * hash, because better-auth hashes while it holds a database connection: otherwise a flood would exhaust the pool.
 */
export function createPasswordTurns({ bounded }: { bounded: boolean }) {
  const queue = createFairQueue<Client>({
    concurrency: CONCURRENCY,
    waiting: bounded ? WAITING : Infinity,
    placesByNeed: 7,
    lateAfterMs: LATE_MS,
    rankOf: ({ rank }) => rank,
    // Attackers have accounts of their own, too.
    sharedRankOf: ({ rank }) => Math.max(rank, RANKS.newcomer),
  })

  /** Networks of different ranks wait in lines of their own. */
  const ranked = ({ wide, narrow }: ClientNetworks, rank: number): Client => ({
    wide,
    narrow: `${narrow} ${rank}`,
    rank,
  })

  const take = <Result>(client: Client, { signal }: Hashing, work: () => Promise<Result>) =>
    queue.run(client, work, signal)

  return {
    /** `guesses`: wrong ones at this account, from networks that it does not know. */
    check<Result>(
      hashing: Hashing,
      { account, known, guesses }: { account: string; known: boolean; guesses: number },
      work: () => Promise<Result>,
    ): Promise<Result | null> {
      if (known) {
        const pair = `${account.toLowerCase()} ${hashing.networks.narrow}`
        return take(ranked({ wide: pair, narrow: pair }, RANKS.known), hashing, work)
      }
      const rank = RANKS.newcomer + Math.floor(guesses / GUESSES_PER_RANK)
      return take(ranked(hashing.networks, rank), hashing, work)
    },

    choose: <Result>(hashing: Hashing, work: () => Promise<Result>): Promise<Result | null> =>
      take(ranked(hashing.networks, RANKS.newPassword), hashing, work),
  }
}
