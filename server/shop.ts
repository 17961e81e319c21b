import type { Logger } from 'pino'
import type { ResponseCache } from './cache/response-cache.ts'
import type { TagVersions } from './cache/tag-versions.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { createKeyedMutex } from './keyed-mutex.ts'
import type { Provider } from './payments/provider.ts'

/** What use cases and routes work with. */
export type Shop = {
  config: Config
  db: Database
  log: Logger
  cacheTags: TagVersions
  cache: ResponseCache
  provider: Provider
  withMutex: ReturnType<typeof createKeyedMutex>
  /** Ends an order that is marked as closing: its payments are canceled first, which is all that bookings know of payments. */
  closeBooking(id: string): Promise<unknown>
  /** Looked after by the clock; who somebody is comes from tokens. */
  identity: { deleteExpired(signal?: AbortSignal): Promise<void> }
}
