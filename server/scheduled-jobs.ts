import { setTimeout as delay } from 'node:timers/promises'
import { finishDeletions } from './accounts/finish-deletions.ts'
import type { JobContext } from './job-context.ts'
import { lapseBookings } from './payments/lapse-bookings.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import { refundPayments } from './payments/refund-payments.ts'
import type { Shop } from './shop-context.ts'

const PAUSE_MS = 60_000
const IDLE_SECONDS = 180
const STOP_MS = 5_000

/** One run of every scheduled job; a failing job does not stop the others and is retried next time. */
export async function runScheduledJobs(shop: Shop, idleSeconds = IDLE_SECONDS, signal?: AbortSignal) {
  const run = { startedAt: new Date(), idleSeconds, signal }
  for (const job of [reconcilePayments, lapseBookings, refundPayments, deleteExpired]) {
    if (signal?.aborted) return
    await job(shop, run).catch((err: unknown) => {
      if (!signal?.aborted) shop.log.error({ err, job: job.name }, 'a job failed and will be retried')
    })
  }
}

/** Accounts of those who have left, expired sessions and throttle counters. */
async function deleteExpired(shop: Shop, { signal }: JobContext) {
  await finishDeletions(shop)
  await shop.identity.deleteExpired(signal)
}

/**
 * Runs at once, which resumes whatever a crash interrupted, and then every minute. Stopping ends the current run; one that
 * is waiting for the card provider is abandoned, which is no worse than a crash.
 */
export function startScheduledJobs(shop: Shop) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()
  const next = (idleSeconds: number) => {
    current = runScheduledJobs(shop, idleSeconds, stopping.signal).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(next, PAUSE_MS, IDLE_SECONDS)
    })
  }
  next(0)
  return async function stop() {
    stopping.abort()
    clearTimeout(timer)
    await Promise.race([current, delay(STOP_MS, undefined, { ref: false })])
  }
}
