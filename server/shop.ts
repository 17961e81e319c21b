import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { createQueue } from './keyed-mutex.ts'
import type { Provider } from './payments/provider.ts'
import type { Changes } from './cache/tag-versions.ts'
import type { KeptAnswers } from './cache/response-cache.ts'

/** What use cases and routes work with. */
export type Shop = {
  config: Config
  db: Database
  log: Logger
  changes: Changes
  kept: KeptAnswers
  provider: Provider
  oneAtATime: ReturnType<typeof createQueue>
  /** Looked after by the clock; who somebody is comes from tokens. */
  identity: { sweep(signal?: AbortSignal): Promise<void> }
}
