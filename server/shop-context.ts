import type { Logger } from 'pino'
import type { ResponseCache } from './cache/response-cache.ts'
import type { TagVersions } from './cache/tag-versions.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { createKeyedMutex } from './keyed-mutex.ts'
import type { Provider } from './payments/provider.ts'

/** The dependencies that routes and use cases share. */
export type Shop = {
  config: Config
  db: Database
  log: Logger
  cacheTags: TagVersions
  cache: ResponseCache
  provider: Provider
  withMutex: ReturnType<typeof createKeyedMutex>
  /** Ends a booking that is marked as closing, canceling its payments first; injected, because bookings must not import payments. */
  closeBooking(id: string): Promise<unknown>
  jobs: Jobs
  /** For a job only: identity itself comes from tokens. */
  identity: { deleteExpired(): Promise<void> }
}
