import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from './log.ts'

const QUARTER_HOUR = 15 * 60
const DAY = 24 * 60 * 60
const LIMITS = {
  wrongPasswordsOfAccount: { points: 10, duration: QUARTER_HOUR },
  wrongPasswords: { points: 100, duration: QUARTER_HOUR },
  signUps: { points: 60, duration: 60 },
  mails: { points: 3, duration: DAY },
  anonymousMails: { points: 10, duration: DAY },
  passwordChanges: { points: 10, duration: DAY },
  links: { points: 60, duration: QUARTER_HOUR },
}

export type Throttle = ReturnType<typeof createThrottle>
/** Seconds to wait, or null: go on. */
export type Wait = number | null

/**
 * Counts wrong passwords and codes per account and address, and per address; never per account alone, which would let anyone
 * lock out its owner. Counters are shared by all instances; while the database is unreachable each keeps its own.
 */
export function createThrottle(pool: pg.Pool, log: Log) {
  const counter = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({
      ...LIMITS[name],
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: 'throttle',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      insuranceLimiter: new RateLimiterMemory({ ...LIMITS[name], keyPrefix: name }),
    })
  const counters = {
    wrongPasswordsOfAccount: counter('wrongPasswordsOfAccount'),
    wrongPasswords: counter('wrongPasswords'),
    signUps: counter('signUps'),
    mails: counter('mails'),
    anonymousMails: counter('anonymousMails'),
    passwordChanges: counter('passwordChanges'),
    links: counter('links'),
  }

  async function count(name: keyof typeof LIMITS, key: string, network?: string): Promise<Wait> {
    try {
      await counters[name].consume(key)
      return null
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      if (refused.consumedPoints === LIMITS[name].points + 1)
        log.warn({ network, limit: name }, 'throttle reached')
      return seconds(refused)
    }
  }

  const mail = (email: string, asker: string) => count('mails', accountKey(email, asker))

  return {
    /** Checked before a request enters the queue, so that refused requests do not delay others. */
    async passwordWait(account: string, network: string): Promise<Wait> {
      const [ofAccount, ofNetwork] = await Promise.all([
        counters.wrongPasswordsOfAccount.get(accountKey(account, network)),
        counters.wrongPasswords.get(network),
      ])
      if (ofAccount && ofAccount.remainingPoints <= 0) return seconds(ofAccount)
      if (ofNetwork && ofNetwork.remainingPoints <= 0) return seconds(ofNetwork)
      return null
    },

    /** Counts an attempt as wrong before its password is hashed, so that concurrent attempts cannot slip through. */
    async passwordAttempt(account: string, network: string): Promise<Wait> {
      return (
        (await count('wrongPasswordsOfAccount', accountKey(account, network), network)) ??
        (await count('wrongPasswords', network, network))
      )
    },

    /** Uncounts an attempt that failed for another reason than its password. */
    async forgiveAttempt(account: string, network: string) {
      await Promise.all([
        counters.wrongPasswordsOfAccount.reward(accountKey(account, network)),
        counters.wrongPasswords.reward(network),
      ])
    },

    async passwordCorrect(account: string, network: string) {
      await Promise.all([
        counters.wrongPasswordsOfAccount.delete(accountKey(account, network)),
        counters.wrongPasswords.reward(network),
      ])
    },

    async signUp(network: string): Promise<Wait> {
      return count('signUps', network, network)
    },

    /** Of an address, at sign-up and when asked for again: a new account with it brings no new ones. */
    confirmation: (email: string) => mail(email, 'confirmation'),

    /** Of an account whose owner is told of each: beyond these they need no further mail. */
    passwordChange: (email: string) => count('passwordChanges', hash(email.toLowerCase())),

    /** Whether or not the address has an account. Each network has its own three, so that nobody uses up another's; all together have ten. */
    async anonymousMail(email: string, network: string): Promise<Wait> {
      return (await mail(email, network)) ?? (await count('anonymousMails', hash(email.toLowerCase())))
    },

    /** Asking for a link and following one. */
    async link(network: string): Promise<Wait> {
      return count('links', network, network)
    },
  }
}

export const noThrottle: Throttle = {
  passwordWait: async () => null,
  passwordAttempt: async () => null,
  forgiveAttempt: async () => {},
  passwordCorrect: async () => {},
  signUp: async () => null,
  confirmation: async () => null,
  passwordChange: async () => null,
  anonymousMail: async () => null,
  link: async () => null,
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const accountKey = (account: string, network: string) => hash(`${account.toLowerCase()}\n${network}`)

function seconds(result: RateLimiterRes) {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1000))
}
