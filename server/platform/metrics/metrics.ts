import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createRequestTally, LATENCY_BOUNDS } from './request-tally.ts'

/** Of these the worst process counts; prom-client would take the mean, or leave them out. */
const WORST_OF_PROCESSES = /^process_start_time_seconds$|^nodejs_eventloop_lag_p\d+_seconds$/

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Everything that /metrics shows. Several processes are added up; what all of them read from the one database is not
 * (`aggregator`). Use cases count through the shop's context, after their commit.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <T extends string = never>(name: string, help: string, labelNames: T[] = []) =>
    new Counter<T>({ name: `shop_${name}`, help, labelNames, registers })
  const histogram = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Histogram<T>({ name: `shop_${name}`, help, labelNames, registers, buckets: LATENCY_BOUNDS })
  const gauge = <T extends string = never>(name: string, help: string, labelNames: T[] = []) =>
    new Gauge<T>({ name: `shop_${name}`, help, labelNames, registers })
  const fact = <T extends string = never>(name: string, help: string, labelNames: T[] = []) =>
    new Gauge<T>({ name: `shop_${name}`, help, labelNames, registers, aggregator: 'max' })

  const build = fact('build_info', 'The version that runs', ['version'])
  build.set({ version: readVersion() }, 1)

  const metrics = {
    registry,

    requests: createRequestTally(registry),
    requestsShed: counter('http_requests_shed_total', 'Requests refused because too many were in progress'),

    cacheRequests: counter('cache_requests_total', 'Cached responses: found (hit), or to be created (miss)', [
      'cache',
      'result',
    ]),
    cacheEntries: gauge('cache_entries', 'Cached responses', ['cache']),
    cacheBytes: gauge('cache_bytes', 'Size of the cached responses', ['cache']),

    poolConnections: gauge('database_pool_connections', 'Open connections to the database', ['state']),
    poolLimit: gauge('database_pool_max_connections', 'Connections that the pool may open'),
    poolWaiting: gauge('database_pool_waiting', 'Statements that wait for a connection'),
    databaseUp: new Gauge({
      name: 'shop_database_up',
      help: 'Whether the database answered; if not, what was last read from it is shown',
      registers,
      aggregator: 'min',
    }),

    orders: counter('orders_total', 'Orders placed', ['source']),
    payments: counter('payments_total', 'Payments recorded', ['method']),
    cardsDeclined: counter('cards_declined_total', 'Cards that the provider declined'),
    refunds: counter('refunds_total', 'Refunds that succeeded or failed', ['result']),
    productsLow: fact('products_low_stock', 'Products with stock for fewer than three minimum orders'),
    productsBelowMinimum: fact(
      'products_below_minimum',
      'Products that nobody can order: less than a minimum order is left',
    ),

    mails: counter('mails_total', 'Emails sent, to be retried, or given up', ['result']),
    mailsDue: fact('mails_due', 'Emails that are to be sent now'),
    mailsRetrying: fact('mails_retrying', 'Emails that the mail server has not accepted so far'),
    mailsFailed: fact('mails_failed', 'Emails that were given up'),
    mailDelay: fact('mail_delay_seconds', 'How long the most overdue email has been due'),

    jobs: counter('jobs_total', 'Jobs done, failed, or postponed because what they need is away', [
      'queue',
      'result',
    ]),
    jobsWaiting: fact('jobs_waiting', 'Jobs that failed and wait for their next try', ['queue']),
    jobsGivenUp: fact('jobs_given_up', 'Jobs that have failed too often, in the last day', ['queue']),

    providerRequests: counter('provider_requests_total', 'Calls to the card provider', ['outcome']),
    providerDuration: histogram(
      'provider_request_duration_seconds',
      'Time until the card provider answered, retries included',
      ['call'],
    ),
  }
  // A counter that appears with its first event has no increase that Prometheus could see.
  for (const source of ['catalogue', 'quote']) metrics.orders.inc({ source }, 0)
  for (const method of ['card', 'bank']) metrics.payments.inc({ method }, 0)
  for (const result of ['succeeded', 'failed']) metrics.refunds.inc({ result }, 0)
  for (const result of ['sent', 'retried', 'failed']) metrics.mails.inc({ result }, 0)
  for (const outcome of ['ok', 'unreachable', 'failed', 'rejected'])
    metrics.providerRequests.inc({ outcome }, 0)
  return metrics
}

/** What prom-client knows of the process; it watches the event loop and the garbage collector from then on. */
export function watchProcess({ registry }: Metrics) {
  collectDefaultMetrics({ register: registry })
  for (const metric of registry.getMetricsAsArray())
    if (WORST_OF_PROCESSES.test(metric.name)) metric.aggregator = 'max'
}

function readVersion(): string {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')).version
}
