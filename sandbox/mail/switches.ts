import { z } from 'zod'

const settings = z.strictObject({
  /** Every connection is closed, also those that are open. */
  down: z.boolean(),
  /** This recipient does not exist. */
  refuse: z.string().nullable(),
  /** How long a recipient is thought about. */
  delayMs: z.int().min(0).max(120_000),
  /** So many further mails are taken, but the connection is closed instead of answered. */
  loseAnswers: z.int().min(0),
})
type Settings = z.infer<typeof settings>
const initial: Settings = { down: false, refuse: null, delayMs: 0, loseAnswers: 0 }

/** Fault injection for tests: the ways in which a mail server fails. A restart resets all of them. */
export class MailSwitches {
  current: Settings = initial

  turn(given: unknown): Settings {
    const { reset, ...changes } = settings
      .partial()
      .extend({ reset: z.literal(true).optional() })
      .parse(given)
    this.current = { ...(reset ? initial : this.current), ...changes }
    return this.current
  }

  losesAnswer(): boolean {
    const { loseAnswers } = this.current
    if (loseAnswers > 0) this.current = { ...this.current, loseAnswers: loseAnswers - 1 }
    return loseAnswers > 0
  }
}
