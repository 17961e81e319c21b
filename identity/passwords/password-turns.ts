import type { ClientNetworks } from '#networks/client-network.ts'
import { createFairQueue } from '#networks/fair-queue.ts'

/** A hash takes a core for about 0.1 s. */
const CONCURRENCY = 2
/** More than an attacker usually has networks. The rest of the shop keeps 400 of the 1,000 requests that may be in progress. */
const WAITING = 600
const LATE_MS = 1_000
const GUESSES_PER_RANK = 10
const MAX_AT_ONCE_RANKS = 5

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

  /** How many are being checked for each account, or wait for it. */
  const atOnce = new Map<string, number>()

  async function countAtOnce<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    atOnce.set(account, (atOnce.get(account) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (atOnce.get(account) ?? 0) - 1
      if (left > 0) atOnce.set(account, left)
      else atOnce.delete(account)
    }
  }

  const take = <Result>(client: Client, { signal }: Hashing, work: () => Promise<Result>) =>
    queue.run(client, work, signal)

  return {
    /** `guesses`: wrong ones at this account, from networks that it does not know. */
    check<Result>(
      hashing: Hashing,
      { account, known, guesses }: { account: string; known: boolean; guesses: number },
      work: () => Promise<Result>,
    ): Promise<Result | null> {
      const name = account.toLowerCase()
      if (known) {
        const pair = `${name} ${hashing.networks.narrow}`
        return take(ranked({ wide: pair, narrow: pair }, RANKS.known), hashing, work)
      }
      // Nobody signs in to one account from several networks at the same moment.
      const others = Math.min(atOnce.get(name) ?? 0, MAX_AT_ONCE_RANKS)
      const rank = RANKS.newcomer + Math.floor(guesses / GUESSES_PER_RANK) + others
      return countAtOnce(name, () => take(ranked(hashing.networks, rank), hashing, work))
    },

    choose: <Result>(hashing: Hashing, work: () => Promise<Result>): Promise<Result | null> =>
      take(ranked(hashing.networks, RANKS.newPassword), hashing, work),
  }
}
