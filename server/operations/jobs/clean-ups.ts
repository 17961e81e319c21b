import { finishDeletions } from '../../accounts/finish-deletions.ts'
import * as imports from '../../catalogue/imports/store.ts'
import { deleteOldCounts } from '../../platform/database/daily-counts.ts'
import * as keyedRequests from '../../platform/database/keyed-requests.ts'
import * as jobs from '../../platform/jobs/store.ts'
import * as mails from '../../platform/outbox/store.ts'
import * as holds from '../../sales/holds/hold-store.ts'
import * as payments from '../../sales/payment-attempts/store.ts'
import type { Shop } from '../../shop-context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEYS_KEPT_MS = 30 * DAY_MS

type CleanUp = { what: string; run: (shop: Shop, now: Date) => Promise<unknown> }

/** What ends with time, by the key of its job: each is a job of its own, so that one that fails keeps no other from running. */
const cleanUps: Record<string, CleanUp> = {
  sessions: {
    what: 'Delete expired sessions and throttles',
    run: ({ identity }) => identity.deleteExpired(),
  },
  mails: { what: 'Delete old emails', run: ({ db }, now) => mails.deleteOldMails(db, now) },
  'payment-events': {
    what: 'Delete old events of the card provider',
    run: ({ db }, now) => payments.deleteOldEvents(db, now),
  },
  'payment-addresses': {
    what: 'Delete the network addresses of old payments',
    run: ({ db }, now) => payments.forgetOldAddresses(db, now),
  },
  'order-networks': {
    what: 'Delete the networks of old orders',
    run: ({ db }, now) => holds.forgetNetworks(db, now),
  },
  imports: {
    what: 'Delete imported files that nobody applied',
    run: ({ db }, now) => imports.dropStale(db, now),
  },
  'daily-counts': { what: 'Delete the counts of past days', run: ({ db }, now) => deleteOldCounts(db, now) },
  'idempotency-keys': {
    what: 'Delete old idempotency keys',
    run: ({ db }, now) => keyedRequests.deleteOld(db, new Date(now.getTime() - KEYS_KEPT_MS)),
  },
  jobs: {
    what: 'Delete jobs that are no longer due',
    run: ({ db }, now) => jobs.deleteNoLongerDue(db, now, HOUR_MS),
  },
  accounts: { what: 'Finish the deletion of accounts', run: finishDeletions },
}

export const cleanUpKeys = Object.keys(cleanUps)
export const describeCleanUp = (key: string) => cleanUps[key]?.what
/** Jobs of earlier versions have another key, and nothing to do. */
export const cleanUp = async (shop: Shop, key: string, now: Date) => cleanUps[key]?.run(shop, now)
