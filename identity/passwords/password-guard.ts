import { Refusal, retryAfter } from '#contract/calls/refusal.ts'
import { createFairQueue } from '#networks/fair-queue.ts'
import { refuseWhile } from '../request.ts'
import { refusalCode } from '../responses.ts'
import type { KnownNetworks } from '../throttle/known-networks.ts'
import type { Attempt, Throttle } from '../throttle/throttle.ts'
import type { Hashing, PasswordTurns } from './password-turns.ts'

export type PasswordGuard = ReturnType<typeof createPasswordGuard>

type Guess = {
  account: string
  /** Only responses with this code count as failures. */
  wrong: string
}

const TOO_MANY_PASSWORDS = ['TOO_MANY_WRONG_PASSWORDS', 'Too many wrong passwords.'] as const
const TOO_MANY_CODES = ['TOO_MANY_WRONG_CODES', 'Too many wrong codes.'] as const

const BUSY = new Refusal(503, 'Too many people are signing in at the moment. Try again in a few seconds.', {
  code: 'BUSY',
  headers: retryAfter(5),
})

const LOOK_UPS = { concurrency: 2, waiting: Number.POSITIVE_INFINITY, lateAfterMs: 400, placesByNeed: 7 }

/** What stands between a secret that somebody sends and the work of checking it. */
export function createPasswordGuard({
  throttle,
  turns,
  knownNetworks,
}: {
  throttle: Throttle
  turns: PasswordTurns
  knownNetworks: KnownNetworks
}) {
  const lookUps = createFairQueue(LOOK_UPS)

  /** Before a request waits for its hash, it reads counters. A crowd would read thousands at once, so this takes turns, too. */
  async function lookUp<Result>({ networks, signal }: Hashing, work: () => Promise<Result>): Promise<Result> {
    const lookedUp = await lookUps.run(networks, async () => ({ result: await work() }), signal)
    if (!lookedUp) throw BUSY
    return lookedUp.result
  }

  async function counted(
    attempt: Attempt,
    { wrong, tooMany }: { wrong: string; tooMany: readonly [code: string, sentence: string] },
    work: () => Promise<Response>,
  ) {
    refuseWhile(await throttle.passwordAttempt(attempt), ...tooMany)
    let code: string | null = 'UNEXPECTED'
    try {
      const response = await work()
      code = await refusalCode(response)
      return response
    } finally {
      if (code === null) await throttle.passwordCorrect(attempt)
      else if (code !== wrong) await throttle.forgiveAttempt(attempt)
    }
  }

  return {
    lookUp,

    /** Throttles before hashing. */
    async withPassword(hashing: Hashing, { account, wrong }: Guess, work: () => Promise<Response>) {
      const { networks } = hashing
      const { attempt, wait, guesses } = await lookUp(hashing, async () => {
        const known = await knownNetworks.includes(account, networks.narrow)
        const attempt = { account, networks, known }
        return { attempt, ...(await throttle.passwordWait(attempt)) }
      })
      refuseWhile(wait, ...TOO_MANY_PASSWORDS)
      const response = await turns.check(hashing, { account, known: attempt.known, guesses }, () =>
        counted(attempt, { wrong, tooMany: TOO_MANY_PASSWORDS }, work),
      )
      if (!response) throw BUSY
      if (response.ok) await knownNetworks.remember(account, networks.narrow)
      return response
    },

    /** For a password that is being chosen; `account` is whom the network then belongs to. */
    async withNewPassword(hashing: Hashing, account: string | null, work: () => Promise<Response>) {
      const response = await turns.choose(hashing, work)
      if (!response) throw BUSY
      if (account && response.ok) await knownNetworks.remember(account, hashing.networks.narrow)
      return response
    },

    /** Codes are counted apart from the password of the same account. */
    withCode: ({ networks }: Hashing, { account, wrong }: Guess, work: () => Promise<Response>) =>
      counted(
        { account: `two-step ${account}`, networks, known: false },
        { wrong, tooMany: TOO_MANY_CODES },
        work,
      ),
  }
}
