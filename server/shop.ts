import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { createQueue } from './one-at-a-time.ts'
import type { Provider } from './payments/provider.ts'
import type { Changes } from './site/changes.ts'
import type { KeptAnswers } from './site/kept-answers.ts'

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
