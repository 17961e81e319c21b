import { lapseBookings } from './bookings/lapse-bookings.ts'
import { reconcilePayments } from './bookings/reconcile-payments.ts'
import { refundPayments } from './bookings/refund-payments.ts'
import type { Shop } from './shop.ts'

const PAUSE_MS = 60_000
const QUIET_SECONDS = 180

/** One round of what runs by the clock; a part that fails leaves the others alone and is tried again next time. */
export async function sweep(shop: Shop, quietForSeconds = QUIET_SECONDS) {
  const parts = [
    () => reconcilePayments(shop, quietForSeconds),
    () => lapseBookings(shop),
    () => refundPayments(shop),
  ]
  for (const part of parts)
    await part().catch((err: unknown) => shop.log.error({ err }, 'a sweep failed and will be tried again'))
}

/** A round at once and then every minute, until told to stop; stopping waits for the round under way. */
export function startSweeping(shop: Shop) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const next = () => {
    round = sweep(shop).finally(() => {
      if (!stopped) timer = setTimeout(next, PAUSE_MS)
    })
  }
  next()
  return async function stop() {
    stopped = true
    clearTimeout(timer)
    await round
  }
}
