import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { createKeyedMutex } from './keyed-mutex.ts'
import type { Provider } from './payments/provider.ts'
import type { TagVersions } from './cache/tag-versions.ts'
import type { ResponseCache } from './cache/response-cache.ts'

/** What use cases and routes work with. */
export type Shop = {
  config: Config
  db: Database
  log: Logger
  cacheTags: TagVersions
  cache: ResponseCache
  provider: Provider
  withMutex: ReturnType<typeof createKeyedMutex>
  /** Looked after by the clock; who somebody is comes from tokens. */
  identity: { sweep(signal?: AbortSignal): Promise<void> }
}
