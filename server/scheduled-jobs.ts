import { setTimeout as delay } from 'node:timers/promises'
import { lapseBookings } from './payments/lapse-bookings.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import { refundPayments } from './payments/refund-payments.ts'
import type { Shop } from './shop.ts'

const PAUSE_MS = 60_000
const IDLE_SECONDS = 180
const STOP_MS = 5_000

/** One round of what runs by the clock; a part that fails leaves the others alone and is tried again next time. */
export async function runScheduledJobs(shop: Shop, idleSeconds = IDLE_SECONDS, signal?: AbortSignal) {
  const round = { startedAt: new Date(), idleSeconds, signal }
  for (const part of [reconcilePayments, lapseBookings, refundPayments, sweepIdentity]) {
    if (signal?.aborted) return
    await part(shop, round).catch((err: unknown) => {
      if (!signal?.aborted) shop.log.error({ err }, 'a sweep failed and will be tried again')
    })
  }
}

/** Sessions and throttles that have expired. */
const sweepIdentity = ({ identity }: Shop, { signal }: { signal: AbortSignal | undefined }) =>
  identity.sweep(signal)

/**
 * A round at once, which takes up whatever a crash left, and then every minute. Stopping ends the round under way; one
 * that waits for the card provider is abandoned, which is no worse than a crash.
 */
export function startScheduledJobs(shop: Shop) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const next = (idleSeconds: number) => {
    round = runScheduledJobs(shop, idleSeconds, stopping.signal).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(next, PAUSE_MS, IDLE_SECONDS)
    })
  }
  next(0)
  return async function stop() {
    stopping.abort()
    clearTimeout(timer)
    await Promise.race([round, delay(STOP_MS, undefined, { ref: false })])
  }
}
