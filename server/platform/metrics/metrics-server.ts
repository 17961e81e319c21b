import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, prometheusContentType } from 'prom-client'
import { StartupError } from '../startup/startup-error.ts'
import type { MetricsSnapshot } from './collect-metrics.ts'

type Log = { error(fields: object, message: string): void }

/**
 * GET /metrics for Prometheus, on a port of its own: what the processes have collected, merged into one text. Counters of a process
 * that has ended must stay among the snapshots: Prometheus would take a sum that drops for a new start of all.
 */
export async function startMetricsServer(
  { port, host }: { port: number; host: string },
  collect: () => Promise<MetricsSnapshot[]>,
  log: Log,
) {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end('GET /metrics\n')
    try {
      const text = await AggregatorRegistry.aggregate(await collect()).metrics()
      return response.writeHead(200, { 'content-type': prometheusContentType }).end(text)
    } catch (err) {
      log.error({ err }, 'the metrics could not be collected')
      return response.writeHead(500).end()
    }
  })
  try {
    await once(server.listen({ port, host }), 'listening')
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException, port, host)
  }
  return {
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function refusalOf(error: NodeJS.ErrnoException, port: number, host: string) {
  const { code = '' } = error
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is in use: stop whatever is using it, or choose another port as METRICS_PORT.`,
    )
  if (code === 'EACCES')
    return new StartupError(
      `This user is not allowed to listen on port ${port}: choose one above 1023 as METRICS_PORT, such as 9464.`,
    )
  if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return new StartupError(
      `METRICS_HOST=${host} is not an address of this machine: name one that is, or leave it out if Prometheus runs here too.`,
    )
  return error
}
