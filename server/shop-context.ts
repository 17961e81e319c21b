import type { Logger } from 'pino'
import type { AccountState } from '#contract/accounts.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Config } from './config.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { TagVersions } from './platform/cache/tag-versions.ts'
import type { createKeyedMutex } from './platform/concurrency/keyed-mutex.ts'
import type { Connection, Database, Transaction } from './platform/database/connect.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { MailTransport } from './platform/outbox/transport.ts'
import type { Turns } from './platform/turns/turns.ts'
import type { Provider } from './sales/card-provider/provider.ts'
import type { PdfRenderer } from './sales/documents/pdf/pdf-renderer.ts'

/** What the shop asks of the identity service about people it knows by their subject. */
type IdentityOfPeople = {
  deleteExpired(): Promise<void>
  /** The path of a one-time link, made while a mail is sent; null when there is nothing to send, or too much was. */
  createLink(kind: 'verify' | 'reset', email: string, options?: { isRetry: boolean }): Promise<string | null>
  describeAccount(subject: string): Promise<AccountState | null>
  /** Throws unless the request comes from this very person. */
  confirmPerson(
    request: Request,
    person: { subject: string; password: string | undefined; networks: ClientNetworks },
  ): Promise<void>
  deleteAccount(subject: string): Promise<void>
}

/** The dependencies that routes and use cases share. */
export type Shop = {
  config: Config
  db: Database
  /** For work that takes longer than the pool allows. */
  connection: Connection
  log: Logger
  metrics: Metrics
  cacheTags: TagVersions
  cache: ResponseCache
  /** Uploaded pictures, apart from the rest, so that they push no page out. */
  pictureCache: ResponseCache
  provider: Provider
  /** Null when nobody is to get mail. */
  mail: MailTransport | null
  pdf: PdfRenderer
  jobs: Jobs
  /** For work that is not cached, so that nobody's requests hold up those of others. */
  turns: Turns
  /** For calls that anybody can write with. Most of their work is done by the database. */
  writeTurns: Turns
  /** For finding what a document says, before it waits to be drawn. */
  documentTurns: Turns
  /** For sign-ins with Google, which wait for Google. */
  googleTurns: Turns
  /** For lists that are read while they are sent, batch by batch. */
  batchTurns: Turns
  withMutex: ReturnType<typeof createKeyedMutex>
  /**
   * Withdraws what is open of a product or a customer that is being deleted; injected, because quotes import products. To be
   * called before the deletion, in the order in which everybody locks, and after it again, for what was asked meanwhile.
   */
  withdrawQuotes(tx: Transaction, of: { productId: string } | { userId: string }): Promise<void>
  /** For accounts, mails and jobs; who calls comes from tokens. */
  identity: IdentityOfPeople
}
