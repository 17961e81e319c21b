import { Refusal, retryAfter } from '#contract/refusal.ts'
import type { PasswordQueue } from './password-queue.ts'
import { refuseWhile } from './request.ts'
import { refusalCode } from './responses.ts'
import type { Throttle } from './throttle.ts'

export type PasswordGuard = ReturnType<typeof createPasswordGuard>

type Attempt = {
  account: string
  network: string
  /** Only responses with this code count as failures. */
  wrong: string
}

const TOO_MANY_PASSWORDS = ['TOO_MANY_WRONG_PASSWORDS', 'Too many wrong passwords.'] as const
const TOO_MANY_CODES = ['TOO_MANY_WRONG_CODES', 'Too many wrong codes.'] as const

/** What stands between a secret that somebody sends and the work of checking it. */
export function createPasswordGuard({ throttle, queue }: { throttle: Throttle; queue: PasswordQueue }) {
  async function queued(network: string, work: () => Promise<Response>) {
    const response = await queue.run(network, work)
    if (response) return response
    throw new Refusal(503, 'Too many people are signing in at the moment. Try again in a few seconds.', {
      code: 'BUSY',
      headers: retryAfter(5),
    })
  }

  async function counted(
    { account, network, wrong }: Attempt,
    tooMany: readonly [code: string, sentence: string],
    work: () => Promise<Response>,
  ) {
    refuseWhile(await throttle.passwordAttempt(account, network), ...tooMany)
    let code: string | null = 'UNEXPECTED'
    try {
      const response = await work()
      code = await refusalCode(response)
      return response
    } finally {
      if (code === null) await throttle.passwordCorrect(account, network)
      else if (code !== wrong) await throttle.forgiveAttempt(account, network)
    }
  }

  return {
    queued,

    /** Throttles before hashing. */
    async withPassword(attempt: Attempt, work: () => Promise<Response>) {
      const { account, network } = attempt
      refuseWhile(await throttle.passwordWait(account, network), ...TOO_MANY_PASSWORDS)
      return queued(network, () => counted(attempt, TOO_MANY_PASSWORDS, work))
    },

    /** Codes are counted apart from the password of the same account. */
    withCode: ({ account, ...attempt }: Attempt, work: () => Promise<Response>) =>
      counted({ account: `two-step ${account}`, ...attempt }, TOO_MANY_CODES, work),
  }
}
