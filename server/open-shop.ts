import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { writeCeilingMail } from './notify/write-notices.ts'
import { loadDemo } from './operations/demo/load-demo.ts'
import { jobKinds } from './operations/jobs/job-kinds.ts'
import { runJob } from './operations/jobs/run-job.ts'
import { acceptCrowds, sharesPorts } from './operations/processes/accept-crowds.ts'
import { assertPortFree } from './operations/processes/assert-port-free.ts'
import { drainConnections } from './operations/processes/drain-connections.ts'
import { logGoLiveWarnings } from './operations/processes/go-live-warnings.ts'
import { listenAt } from './operations/processes/listen.ts'
import { openDatabase } from './operations/processes/open-database.ts'
import { type ChildProcesses, startChildProcesses } from './operations/processes/postgres-and-sandbox.ts'
import { ensureAdmin, type FirstAdmin, type IdentityAccounts } from './people/users/ensure-admin.ts'
import { isAdmin } from './people/users/is-admin.ts'
import { markVerified, unmarkVerified } from './people/users/mark-verified.ts'
import { mayResetByMail } from './people/users/may-reset-by-mail.ts'
import { createResponseCache } from './platform/cache/response-cache.ts'
import { createTagVersions } from './platform/cache/tag-versions.ts'
import { createKeyedMutex } from './platform/concurrency/keyed-mutex.ts'
import { tryEach } from './platform/concurrency/try-each.ts'
import { assertNeverLive, rememberLive } from './platform/database/assert-mode.ts'
import { assertTimeZone } from './platform/database/assert-time-zone.ts'
import { describeOutage, isDatabaseUnreachable } from './platform/database/connect.ts'
import { migrate, shopMigrations } from './platform/database/migrate.ts'
import type { MigrationSet } from './platform/database/migration-set.ts'
import type { HandleIdentity } from './platform/http/identity-routes.ts'
import { createJobEngine } from './platform/jobs/engine.ts'
import { createMetricsCollector, type MetricsSnapshot } from './platform/metrics/collect-metrics.ts'
import { createMetrics, watchProcess } from './platform/metrics/metrics.ts'
import { startMetricsServer } from './platform/metrics/metrics-server.ts'
import { openMailTransport } from './platform/outbox/transport.ts'
import { writeMail } from './platform/outbox/write-mail.ts'
import { StartupError } from './platform/startup/startup-error.ts'
import { byToken, createNetworksOf } from './platform/turns/networks-of.ts'
import { createTurns } from './platform/turns/turns.ts'
import { checkProviderKey } from './sales/card-provider/check-provider-key.ts'
import { createProvider } from './sales/card-provider/provider.ts'
import { createPdfRenderer } from './sales/documents/pdf/pdf-renderer.ts'
import { withdrawOpen } from './sales/quotes/store.ts'
import type { Shop } from './shop-context.ts'
import { createPageData } from './site/page-data.ts'
import { openSite } from './site/site.ts'

/** Apart, so that no token of the demo, where anyone can verify any address, counts in a live shop. */
const audienceOf = ({ live }: Config) => (live ? 'hundredweight-api' : 'hundredweight-api-demo')
// Beyond Node's default of 511 the kernel would drop a burst of connections, and clients would wait for half a minute.
const BACKLOG = 4_096
const PICTURE_CACHE = { entries: 2_000, bytes: 64 * 1024 * 1024 }
/** Renders, searches and the like: while one waits for the database, the other is worked on. */
const TURNS = { concurrency: 2, concurrencyPerNetwork: 1, waiting: 500, lateAfterMs: 400, placesByNeed: 7 }
/** An order or a review costs as much as a render. The database does most of the work. */
const WRITE_TURNS = { ...TURNS, concurrency: 3, concurrencyPerNetwork: 2 }
/** Sign-ins with Google mostly wait for Google. */
const GOOGLE_TURNS = { ...TURNS, concurrency: 6, concurrencyPerNetwork: 4 }
/** Nobody has to leave in the middle of a list; load shedding bounds how many wait. */
const BATCH_TURNS = { concurrency: 2, concurrencyPerNetwork: 1, waiting: Number.POSITIVE_INFINITY }
/** A page shows dozens of them. */
const PICTURE_TURNS = { concurrency: 4, concurrencyPerNetwork: 4, waiting: 500 }
const GOOGLE_SANDBOX = '/sandbox/google/.well-known/openid-configuration'

export type OpenShop = {
  shop: Shop
  address: string
  port: number
  /** The metrics of this process. */
  collectMetrics(): Promise<MetricsSnapshot>
  close(): Promise<void>
  /** Closes it while other processes go on listening on the same port. */
  retire(): Promise<void>
}

/** The part of the identity service that the shop uses; only load-shop.ts knows the rest. */
export type IdentityService = IdentityAccounts &
  Shop['identity'] & {
    migrations: MigrationSet
    /** False when the stored key was made with another secret, and may not be replaced. */
    ensureSigningKey(options: { mayReplace: boolean }): Promise<boolean>
    handle: HandleIdentity
    endDemoVerifications(tell: (subjects: string[]) => Promise<void>): Promise<void>
  }

export type ShopDependencies = {
  createIdentity(options: {
    pool: Shop['db']['$client']
    live: boolean
    name: string
    secret: string
    issuer: string
    audience: string
    publicOrigin: string | null
    allowedOrigins: string[]
    google: { clientId: string; clientSecret: string; discoveryUrl: string; loopback?: string } | null
    throttle: boolean
    mail: {
      write(mail: {
        kind: 'confirm-email' | 'reset-password' | 'password-changed'
        email: string
        name: string
      }): Promise<void>
      onCeiling(kind: 'confirm-email' | 'reset-password'): Promise<void>
    }
    onEmailVerified(subject: string, email: string): Promise<void>
    log: Logger
    isDatabaseUnreachable(error: unknown): boolean
    describeOutage(error: unknown): string
    mayResetByMail(subject: string): Promise<boolean>
    isAdmin(subject: string): Promise<boolean>
  }): IdentityService
  /** If already started. */
  children?: ChildProcesses
  development?: boolean
  /** Which one this is, where several processes share the port. */
  worker?: number
  /** Called when the first admin was just created with a generated password. */
  onFirstAdmin?: (admin: FirstAdmin) => void
}

/** Opens everything a running shop consists of: database, child processes, app, port. Closing goes in reverse. */
export async function openShop(
  config: Config,
  log: Logger,
  dependencies: ShopDependencies,
): Promise<OpenShop> {
  const { children = startChildProcesses(config, log), worker } = dependencies
  const { secrets } = children
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    await tryEach(opened.splice(0).reverse(), { log })
  }
  try {
    opened.push(children.stop)
    const database = openDatabase(config, await children.postgres, log)
    const { db } = database
    opened.push(database.close)
    const sandbox = await children.sandbox
    const mail = openMailTransport(config, sandbox?.mailPort ?? null)
    opened.push(async () => mail?.close())
    const pdf = createPdfRenderer({ font: config.documents.font, fair: config.rateLimit })
    opened.push(pdf.close)
    const jobs = createJobEngine({
      kinds: jobKinds,
      run: runJob,
      works: config.jobs,
      log,
    })
    opened.push(jobs.stop)
    const issuer = `${config.origin}/api/auth`
    const identity = dependencies.createIdentity({
      pool: db.$client,
      live: config.live,
      name: config.shopName,
      secret: config.identitySecret ?? secrets.identity,
      issuer,
      audience: audienceOf(config),
      publicOrigin: config.publicOrigin,
      allowedOrigins: config.allowedOrigins,
      google:
        config.google ??
        (sandbox && {
          ...secrets.google,
          discoveryUrl: `${config.origin}${GOOGLE_SANDBOX}`,
          loopback: `http://127.0.0.1:${sandbox.port}`,
        }),
      throttle: config.rateLimit,
      // Of a confirmation or a reset the address need not be verified; of anything else the identity service has checked it.
      mail: {
        write: (mail) => writeMail(shop, { ...mail, data: {}, verified: true }),
        onCeiling: (kind) => writeCeilingMail(shop, kind, new Date()),
      },
      onEmailVerified: (subject, email) => markVerified(shop, { subject, email }),
      log,
      isDatabaseUnreachable,
      describeOutage,
      mayResetByMail: (subject) => mayResetByMail({ db, config }, subject),
      isAdmin: (subject) => isAdmin({ db }, subject),
    })
    await migrate(database.connection, {
      sets: [shopMigrations, identity.migrations],
      beforehand: async (client) => {
        if (!config.live) await assertNeverLive(client)
      },
      afterwards: async ({ othersRun }) => {
        if (!(await identity.ensureSigningKey({ mayReplace: !othersRun })))
          throw new StartupError(
            'The running instances of this shop have a different IDENTITY_SECRET, and each generates its own unless it is set: give all of them the same one. To start using a new one, stop all of them first.',
          )
      },
      say: (sentence) => log.warn({}, sentence),
    })
    await assertTimeZone(db, config.timeZone)
    if (config.live) await identity.endDemoVerifications((subjects) => unmarkVerified({ db }, subjects))
    const stripe = config.stripe ?? secrets.stripe
    const cacheTags = createTagVersions()
    const metrics = createMetrics()
    const queueing = { enabled: config.rateLimit, networksOf: createNetworksOf(config.trustProxy) }
    const turns = createTurns({ ...queueing, limits: TURNS })
    const shop: Shop = {
      config,
      db,
      connection: database.connection,
      log,
      metrics,
      cacheTags,
      cache: createResponseCache({ tagVersions: cacheTags, log, turns }),
      pictureCache: createResponseCache({
        tagVersions: cacheTags,
        log,
        turns: createTurns({ ...queueing, limits: PICTURE_TURNS }),
        limits: PICTURE_CACHE,
      }),
      provider: createProvider({
        ...stripe,
        sandbox: sandbox && !config.stripe ? { host: '127.0.0.1', port: sandbox.port } : null,
        log,
        metrics,
      }),
      mail,
      pdf,
      turns,
      writeTurns: createTurns({ ...queueing, limits: WRITE_TURNS }),
      documentTurns: createTurns({
        ...queueing,
        networksOf: byToken(queueing.networksOf),
        limits: WRITE_TURNS,
      }),
      googleTurns: createTurns({ ...queueing, limits: GOOGLE_TURNS }),
      batchTurns: createTurns({ ...queueing, limits: BATCH_TURNS }),
      withMutex: createKeyedMutex(),
      jobs,
      identity,
      withdrawQuotes: withdrawOpen,
    }
    if (config.stripe) await checkProviderKey(shop)
    if (!config.live && (await loadDemo(shop))) log.info({}, 'the demo catalogue was loaded')
    const firstAdmin = await ensureAdmin(shop, identity)
    if (firstAdmin) dependencies.onFirstAdmin?.(firstAdmin)
    if (config.live) await rememberLive(db)
    if (config.live && (worker ?? 1) === 1) await logGoLiveWarnings(shop)

    const pageData = createPageData(shop, config.origin, stripe.publishableKey)
    const app = await createApp(shop, {
      site: dependencies.development
        ? (await import('./site/development-site.ts')).openDevelopmentSite(pageData, config)
        : await openSite(shop, pageData),
      handleIdentity: identity.handle,
      issuer: { issuer, audience: audienceOf(config) },
      sandboxPort: sandbox?.port ?? null,
    })
    let stopAccepting = async () => {}
    opened.push(() => Promise.all([stopAccepting(), app.close()]))
    const { port } = config
    if (sharesPorts && port && !worker) await assertPortFree(config)
    await listenAt(config, (host) =>
      app.listen({ port, host, backlog: BACKLOG, ...(sharesPorts && { reusePort: true }) }),
    )
    stopAccepting = await acceptCrowds(app.server, BACKLOG)
    const collectMetrics = createMetricsCollector(shop)
    if (config.metrics) watchProcess(metrics)
    if (config.metrics && !worker) {
      const metricsServer = await startMetricsServer(
        config.metrics,
        async () => [await collectMetrics()],
        log,
      )
      opened.push(metricsServer.close)
    }
    await jobs.start(shop)
    return {
      shop,
      address: config.origin,
      port: (app.server.address() as AddressInfo).port,
      collectMetrics,
      close,
      async retire() {
        await drainConnections(app.server)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
