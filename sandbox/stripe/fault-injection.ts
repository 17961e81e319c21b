import { z } from 'zod'
import { type InjectedStatus, injectedErrors } from './injected-errors.ts'

export const settings = z.strictObject({
  /** How long every API call waits before it does anything. */
  delayMs: z.int().min(0).max(120_000),
  /** Every API call finds its connection closed. */
  down: z.boolean(),
  /** So many further POST calls are performed, but their connection is closed instead of answered. */
  loseAnswers: z.int().min(0),
  webhooks: z.enum(['normal', 'drop', 'duplicate', 'reverse', 'hold']),
  /** So many further refunds fail at the bank. */
  failRefunds: z.int().min(0),
  /** Payments stay `processing` until this is switched off. */
  processing: z.boolean(),
  /** Refunds stay `pending` until this is switched off. */
  pendingRefunds: z.boolean(),
  /** So many further calls with the secret key, to this address or to any, get this error. */
  fail: z
    .strictObject({
      status: z.literal([400, 401, 403, 429, 500] satisfies InjectedStatus[]),
      times: z.int().min(0),
      path: z.string().optional(),
    })
    .nullable(),
})
type Settings = z.infer<typeof settings>
export type WebhookMode = Settings['webhooks']

export const initial: Settings = {
  delayMs: 0,
  down: false,
  loseAnswers: 0,
  webhooks: 'normal',
  failRefunds: 0,
  processing: false,
  pendingRefunds: false,
  fail: null,
}

/** Fault injection for tests: the ways in which a payment provider fails. A restart resets all of them. */
export class Switches {
  current: Settings = initial

  /** Uses up one of a counted switch, if any is left. */
  spend(name: 'loseAnswers' | 'failRefunds'): boolean {
    const left = this.current[name]
    if (left > 0) this.current = { ...this.current, [name]: left - 1 }
    return left > 0
  }

  /** Stripe looks at keys, permissions and limits before anything else: such an error is kept nowhere. */
  turnAway(path: string) {
    this.#fail(path, false)
  }

  /** A failure of the work itself; it is kept under the call's idempotency key. */
  failAtWork(path: string) {
    this.#fail(path, true)
  }

  #fail(path: string, isKept: boolean) {
    const { fail } = this.current
    if (!fail?.times || (fail.path && fail.path !== path)) return
    const failure = injectedErrors[fail.status]()
    if (failure.isKept !== isKept) return
    this.current = { ...this.current, fail: { ...fail, times: fail.times - 1 } }
    throw failure
  }
}
