import type { Logger } from 'pino'
import type { ResponseCache } from './cache/response-cache.ts'
import type { TagVersions } from './cache/tag-versions.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { createKeyedMutex } from './keyed-mutex.ts'
import type { MailTransport } from './mail/transport.ts'
import type { Provider } from './payments/provider.ts'

/** The dependencies that routes and use cases share. */
export type Shop = {
  config: Config
  db: Database
  log: Logger
  cacheTags: TagVersions
  cache: ResponseCache
  provider: Provider
  /** Null when nobody is to get mail. */
  mail: MailTransport | null
  jobs: Jobs
  withMutex: ReturnType<typeof createKeyedMutex>
  /** Ends a booking that is marked as closing, canceling its payments first; injected, because bookings must not import payments. */
  closeBooking(id: string): Promise<unknown>
  /** For jobs only: identity itself comes from tokens. */
  identity: {
    deleteExpired(): Promise<void>
    /** The path of a link that works once; null when there is nothing to send. */
    createLink(purpose: 'verify' | 'reset', email: string): Promise<string | null>
  }
}
