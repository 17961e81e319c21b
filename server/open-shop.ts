import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { loadDemo } from './database/demo/load-demo.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import type { Shop } from './shop.ts'
import { createChanges } from './site/changes.ts'
import { createReads } from './site/reads.ts'
import { openSite } from './site/site.ts'

export type OpenShop = { shop: Shop; address: string; port: number; close(): Promise<void> }

/** Database, app, port: everything a running shop consists of, in this order; `close` goes the other way. */
export async function openShop(
  config: Config,
  log: FastifyBaseLogger,
  options: { development?: boolean } = {},
): Promise<OpenShop> {
  const database = await openDatabase(config, log)
  try {
    await migrate(database.connection)
    if (!config.live && (await loadDemo(database.db))) log.info({}, 'the demo catalogue was loaded')
    const shop: Shop = { config, db: database.db, log, changes: createChanges() }
    const reads = createReads(shop, config.publicOrigin ?? `http://localhost:${config.port}`)
    const site = options.development ? null : await openSite(shop, reads)
    const app = await createApp(shop, site)
    if (options.development) {
      const { mountDevelopmentSite } = await import('./site/development.ts')
      await mountDevelopmentSite(app, reads)
    }
    await listen(app, config)
    const { port } = app.server.address() as AddressInfo
    return {
      shop,
      address: config.publicOrigin ?? `http://localhost:${port}`,
      port,
      async close() {
        await app.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A machine without IPv6 has no "::" to listen on.
    if (host === '::' && (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'))
      return app.listen({ port, host: '0.0.0.0' })
    if (code === 'EADDRINUSE')
      throw new StartProblem(
        `Port ${port} is taken: stop what uses it, or start with PORT=${port + 1} npm start.`,
      )
    if (code === 'EACCES')
      throw new StartProblem(
        `Port ${port} needs more rights than this user has: start with PORT=3000 npm start.`,
      )
    throw error
  }
}

/** A reason not to start that one sentence explains; no stack trace helps. */
export class StartProblem extends Error {}
