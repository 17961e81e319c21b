import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Log } from '../log.ts'
import { createCounters, seconds, type Wait } from './counters.ts'

const QUARTER_HOUR = 15 * 60
/** What limits count by network allows a wide one so many times as much as each narrow network in it. */
const WIDE = 4
const SIGN_UPS_ALWAYS = 30
const LIMITS = {
  wrongPasswordsOfAccount: { points: 10, duration: QUARTER_HOUR },
  wrongPasswords: { points: 100, duration: QUARTER_HOUR },
  wrongPasswordsWide: { points: WIDE * 100, duration: QUARTER_HOUR },
  /** Never reached: it only says who comes later. */
  guessesAtAccount: { points: Number.MAX_SAFE_INTEGER, duration: QUARTER_HOUR },
  signUps: { points: 60, duration: 60 },
  signUpsWide: { points: WIDE * 60, duration: 60 },
  googleStarts: { points: 300, duration: QUARTER_HOUR },
  googleStartsWide: { points: WIDE * 300, duration: QUARTER_HOUR },
  googleCallbacks: { points: 60, duration: QUARTER_HOUR },
  googleCallbacksWide: { points: WIDE * 60, duration: QUARTER_HOUR },
  links: { points: 60, duration: QUARTER_HOUR },
  linksWide: { points: WIDE * 60, duration: QUARTER_HOUR },
}
type Limit = keyof typeof LIMITS
type NetworkLimit = { [Name in Limit]: `${Name}Wide` extends Limit ? Name : never }[Limit]

export type Throttle = ReturnType<typeof createThrottle>
/** `known`: the right password of this account came from this network before. */
export type Attempt = { account: string; networks: ClientNetworks; known: boolean }

/**
 * Counts wrong passwords and codes per account and network, and per network; never per account alone, which would let anyone
 * lock out its owner.
 */
export function createThrottle(pool: pg.Pool, log: Log) {
  const { counters, count } = createCounters(LIMITS, { pool, log })

  /** What one narrow network was refused does not count for its neighbors. */
  const countNetworks = async (name: NetworkLimit, { narrow, wide }: ClientNetworks): Promise<Wait> =>
    (await count(name, narrow, narrow)) ?? (await count(`${name}Wide`, wide, wide))

  const uncountNetworks = (name: NetworkLimit, { narrow, wide }: ClientNetworks) =>
    Promise.all([counters[name].reward(narrow), counters[`${name}Wide`].reward(wide)])

  const uncountGuess = (account: string, networks: ClientNetworks) =>
    Promise.all([
      counters.guessesAtAccount.reward(accountKey(account)),
      uncountNetworks('wrongPasswords', networks),
    ])

  return {
    /** Checked before a request enters the queue, so that refused requests do not delay others. */
    async passwordWait({ account, networks, known }: Attempt): Promise<{ wait: Wait; guesses: number }> {
      const [ofPair, ofNarrow, ofWide, atAccount] = await Promise.all([
        counters.wrongPasswordsOfAccount.get(pairKey(account, networks.narrow)),
        known ? null : counters.wrongPasswords.get(networks.narrow),
        known ? null : counters.wrongPasswordsWide.get(networks.wide),
        known ? null : counters.guessesAtAccount.get(accountKey(account)),
      ])
      const reached = [ofPair, ofNarrow, ofWide].find((counted) => counted && counted.remainingPoints <= 0)
      return { wait: reached ? seconds(reached) : null, guesses: atAccount?.consumedPoints ?? 0 }
    },

    /**
     * Counts an attempt as wrong before its password is hashed, so that concurrent attempts cannot slip through. What others in their
     * network got wrong does not keep those out from where the right password came before.
     */
    async passwordAttempt({ account, networks, known }: Attempt): Promise<Wait> {
      const wait = await count('wrongPasswordsOfAccount', pairKey(account, networks.narrow), networks.narrow)
      if (wait !== null || known) return wait
      await count('guessesAtAccount', accountKey(account))
      return countNetworks('wrongPasswords', networks)
    },

    /** Uncounts an attempt that failed for another reason than its password. */
    async forgiveAttempt({ account, networks, known }: Attempt) {
      await counters.wrongPasswordsOfAccount.reward(pairKey(account, networks.narrow))
      if (!known) await uncountGuess(account, networks)
    },

    async passwordCorrect({ account, networks, known }: Attempt) {
      await counters.wrongPasswordsOfAccount.delete(pairKey(account, networks.narrow))
      if (!known) await uncountGuess(account, networks)
    },

    /** The first thirty of an address pass, whatever its neighbors do. */
    async signUp({ narrow, wide }: ClientNetworks): Promise<Wait> {
      const wait = await count('signUps', narrow, narrow)
      if (wait !== null) return wait
      const own = await counters.signUps.get(narrow)
      return (own?.consumedPoints ?? 0) > SIGN_UPS_ALWAYS ? count('signUpsWide', wide, wide) : null
    },

    googleStart: (networks: ClientNetworks) => countNetworks('googleStarts', networks),

    /** Counts a return from Google as failed until it has signed somebody in. */
    googleCallback: (networks: ClientNetworks) => countNetworks('googleCallbacks', networks),
    async googleCallbackWorked(networks: ClientNetworks) {
      await uncountNetworks('googleCallbacks', networks)
    },

    /** Asking for a link and following one. */
    link: (networks: ClientNetworks) => countNetworks('links', networks),
  }
}

export const noThrottle: Throttle = {
  passwordWait: async () => ({ wait: null, guesses: 0 }),
  passwordAttempt: async () => null,
  forgiveAttempt: async () => {},
  passwordCorrect: async () => {},
  signUp: async () => null,
  googleStart: async () => null,
  googleCallback: async () => null,
  googleCallbackWorked: async () => {},
  link: async () => null,
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const accountKey = (account: string) => hash(account.toLowerCase())
const pairKey = (account: string, network: string) => hash(`${account.toLowerCase()}\n${network}`)
