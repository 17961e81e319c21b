import { applyRows } from '../../catalogue/imports/apply-rows.ts'
import { checkImport } from '../../catalogue/imports/check-import.ts'
import * as imports from '../../catalogue/imports/store.ts'
import * as pictures from '../../catalogue/pictures/store.ts'
import { sendMail } from '../../notify/send-mail.ts'
import { writeLowStockMail } from '../../notify/write-notices.ts'
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import * as mails from '../../platform/outbox/store.ts'
import { closeDueBooking } from '../../sales/closing/close-due-booking.ts'
import { releaseAllExcessHolds } from '../../sales/closing/release-excess-holds.ts'
import * as holds from '../../sales/holds/hold-store.ts'
import * as payments from '../../sales/payment-attempts/store.ts'
import { reconcilePayment } from '../../sales/payments/reconcile-payment.ts'
import { reconcileDashboard } from '../../sales/provider-news/reconcile-dashboard.ts'
import { lapseQuote } from '../../sales/quotes/lapse-quote.ts'
import * as quotes from '../../sales/quotes/store.ts'
import { refundPayment } from '../../sales/refunds/refund-payment.ts'
import * as refunds from '../../sales/refunds/refund-store.ts'
import { cleanUp, cleanUpKeys, describeCleanUp } from './clean-ups.ts'

const HOUR = 3600
const DAY_MS = 86_400_000

/** A second job of the same attempt finds that the first one has been there. */
const ifDue =
  (run: JobKind['run']): JobKind['run'] =>
  async (shop, id, now) => {
    if (await payments.isDue(shop.db, id, now)) await run(shop, id, now)
  }

/** Everything that the shop does by itself. Tests run it in this order (`run-due-jobs.ts`); the engine has a worker for each. */
export const jobKinds: JobKind[] = [
  {
    queue: 'reconcile-payment',
    what: 'Ask the card provider about a payment',
    due: ({ db }, now, limit) => payments.listDue(db, now, limit),
    run: ifDue(reconcilePayment),
    resume: ({ db }, now) => payments.makeUnfinishedDue(db, now),
  },
  {
    queue: 'release-excess-holds',
    what: 'Release what customers hold beyond the limits on unpaid orders',
    due: async ({ config }) => (config.rateLimit ? ['all'] : []),
    run: releaseAllExcessHolds,
    everySeconds: 300,
  },
  {
    queue: 'close-booking',
    what: 'Release the units of an order that was deleted or not paid in time',
    due: ({ db }, now, limit) => holds.listDue(db, now, limit),
    run: closeDueBooking,
    resume: ({ db }, now) => holds.makeClosingsDue(db, now),
  },
  {
    queue: 'lapse-quote',
    what: 'Release the units of an offer that has expired',
    due: ({ db }, now, limit) => quotes.listExpired(db, now, limit),
    run: lapseQuote,
  },
  {
    queue: 'refund-payment',
    what: 'Refund a payment, or check on its refund',
    due: ({ db }, now, limit) => refunds.listDue(db, now, limit),
    run: refundPayment,
  },
  {
    queue: 'send-mail',
    what: 'Send an email',
    due: async ({ db, mail }, now, limit) => (mail ? mails.dueMails(db, now, limit) : []),
    run: sendMail,
  },
  {
    queue: 'check-import',
    what: 'Check a product import',
    due: ({ db }, now, limit) => imports.listDue(db, 'checking', now, limit),
    run: checkImport,
    expireSeconds: HOUR,
  },
  {
    queue: 'apply-import',
    what: 'Apply a product import',
    due: ({ db }, now, limit) => imports.listDue(db, 'applying', now, limit),
    run: applyRows,
    expireSeconds: HOUR,
  },
  {
    queue: 'low-stock',
    what: 'Notify the owner about low stock',
    due: async () => ['today'],
    run: (shop, _key, now) => writeLowStockMail(shop, now),
    everySeconds: HOUR,
  },
  {
    queue: 'reconcile-dashboard',
    what: 'Ask the card provider for refunds and disputes that it did not report',
    due: async () => ['today'],
    run: (shop, _key, now) => reconcileDashboard(shop, now),
    everySeconds: 24 * HOUR,
    expireSeconds: HOUR,
  },
  {
    queue: 'delete-expired',
    what: 'Delete what has expired',
    describe: describeCleanUp,
    due: async () => cleanUpKeys,
    run: cleanUp,
    everySeconds: HOUR,
  },
  {
    queue: 'delete-pictures',
    what: 'Delete pictures that no product uses',
    due: async () => ['all'],
    run: ({ db }, _key, now) => pictures.deleteUnused(db, new Date(now.getTime() - DAY_MS)),
    everySeconds: HOUR,
  },
]
