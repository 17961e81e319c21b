import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Log } from '../log.ts'
import { createCounters, type Wait } from '../throttle/counters.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR
const LIMITS = {
  mailsOfNetwork: { points: 20, duration: HOUR },
  mailsOfWideNetwork: { points: 60, duration: HOUR },
  confirmations: { points: 3, duration: DAY },
  resetsOfAsker: { points: 3, duration: DAY },
  lateResetsOfAsker: { points: 1, duration: HOUR },
  resets: { points: 10, duration: DAY },
  lateResets: { points: 1, duration: HOUR },
  passwordChanges: { points: 10, duration: DAY },
  confirmationsInAll: { points: 600, duration: HOUR },
  firstConfirmationsInAll: { points: 600, duration: HOUR },
  resetsInAll: { points: 600, duration: HOUR },
}
/** The shop's own limits. The owner is told when one of them is reached. */
const CEILINGS: Partial<Record<keyof typeof LIMITS, FloodedMail>> = {
  confirmationsInAll: 'confirm-email',
  firstConfirmationsInAll: 'confirm-email',
  resetsInAll: 'reset-password',
}
/** The first confirmations an hour of each wide network have a limit of their own, so that a flood from elsewhere does not stop them. */
const FIRST_OF_NETWORK = 2
const ALL = 'all'

export type MailLimits = ReturnType<typeof createMailLimits>

/**
 * Limits the mails that a stranger can cause: per network, per mailbox and for the shop as a whole. `onCeiling` is called when the
 * shop's own limit is reached.
 */
export function createMailLimits(pool: pg.Pool, log: Log, onCeiling: (what: FloodedMail) => Promise<void>) {
  const { counters, count } = createCounters(LIMITS, {
    pool,
    log,
    onReached: async (name) => {
      const kind = CEILINGS[name]
      if (kind) await onCeiling(kind)
    },
  })

  async function ofNetworks({ narrow, wide }: ClientNetworks): Promise<Wait> {
    return (await count('mailsOfNetwork', narrow, narrow)) ?? (await count('mailsOfWideNetwork', wide, wide))
  }

  async function confirmationsInAll({ wide }: ClientNetworks): Promise<Wait> {
    const ofNetwork = (await counters.mailsOfWideNetwork.get(wide))?.consumedPoints ?? 0
    return count(ofNetwork <= FIRST_OF_NETWORK ? 'firstConfirmationsInAll' : 'confirmationsInAll', ALL)
  }

  return {
    /** At sign-up and when asked for again: a new account with the same address brings no new ones. */
    async confirmation(email: string, networks: ClientNetworks): Promise<Wait> {
      return (
        (await ofNetworks(networks)) ??
        (await count('confirmations', mailbox(email))) ??
        (await confirmationsInAll(networks))
      )
    },

    /** Whether or not the address has an account. Each network has its own three a day, then one an hour. */
    async resetRequest(email: string, networks: ClientNetworks): Promise<Wait> {
      const asker = hash(`${email.toLowerCase()}\n${networks.narrow}`)
      const wait = await ofNetworks(networks)
      if (wait !== null) return wait
      return (await count('resetsOfAsker', asker)) === null ? null : count('lateResetsOfAsker', asker)
    },

    /**
     * Of an account that exists, whoever asked: ten a day, then one an hour, so that nobody can use up another's resets for long.
     * A confirmed address gets that one in spite of the shop's own limit, and apart from the other addresses of its mailbox.
     */
    async reset(email: string, { confirmed }: { confirmed: boolean }): Promise<Wait> {
      const late = () => count('lateResets', confirmed ? address(email) : mailbox(email))
      const isLate = (await count('resets', mailbox(email))) !== null
      if (isLate) {
        const wait = await late()
        if (wait !== null) return wait
      }
      const wait = await count('resetsInAll', ALL)
      if (wait === null || !confirmed) return wait
      return isLate ? null : late()
    },

    /** News of a changed password. It is not limited by network, or a thief could use up the limit to keep the news away. */
    passwordChange: (email: string): Promise<Wait> => count('passwordChanges', address(email)),
  }
}

/** Mails that strangers can cause in large numbers. */
export type FloodedMail = 'confirm-email' | 'reset-password'

export const noMailLimits: MailLimits = {
  confirmation: async () => null,
  resetRequest: async () => null,
  reset: async () => null,
  passwordChange: async () => null,
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const address = (email: string) => hash(email.toLowerCase())

/**
 * All tags of an address (`ada+shop@…`) are one mailbox, beside the address without any: its own mails are not used up by invented
 * tags. Dots, which only some providers ignore, tell different people apart elsewhere.
 */
const mailbox = (email: string) => address(email.replace(/(?<=^[^+@]+\+)[^@]*/, ''))
