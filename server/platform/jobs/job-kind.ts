import type { Shop } from '../../shop-context.ts'
import type { QueueName } from './jobs.ts'

export type JobKind = {
  queue: QueueName
  /** For the admin, when it has given up. */
  what: string
  /** The same where its keys are different work. */
  describe?(key: string): string | undefined
  /** The keys of what is due at this moment, the most urgent first. */
  due(shop: Shop, now: Date, limit: number): Promise<string[]>
  /** Must be safe to repeat. Throwing means that it is retried (`RETRIES` in `engine.ts`). */
  run(shop: Shop, key: string, now: Date): Promise<unknown>
  /** Where no row says when: at most once in so many seconds. */
  everySeconds?: number
  /** How long it may take, if longer than others; then another instance takes it up. */
  expireSeconds?: number
  /** At a start of the shop: makes due what a crash may have interrupted. */
  resume?(shop: Shop, now: Date): Promise<void>
}

/** waiting: nothing is wrong with this job; every other of its kind would fail the same way. */
export type JobOutcome = { done: true } | { waiting: string } | { error: string }

/** Runs a job of a kind and says what became of it; never throws. */
export type RunJob = (shop: Shop, kind: JobKind, key: string, now: Date) => Promise<JobOutcome>
