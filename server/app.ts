import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import Fastify from 'fastify'
import { ping } from './database/connect.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { prepareApi } from './http/api-scope.ts'
import { openApiDocument } from './http/openapi.ts'
import { productRoutes } from './products/routes.ts'
import { ratingRoutes } from './ratings/routes.ts'
import type { Shop } from './shop.ts'
import { securityHeaders } from './site/security-headers.ts'
import type { Site } from './site/site.ts'

const BODY_LIMIT = 100 * 1024

export type App = Awaited<ReturnType<typeof createApp>>

/** The explicit list of what is mounted. */
export async function createApp(shop: Shop, site: Site | null) {
  const app = Fastify({
    loggerInstance: shop.log,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: shop.config.trustProxy,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    serverFactory: (next) =>
      createServer(
        { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 15_000 },
        (request, response) => {
          if (!site?.answer(request, response)) next(request, response)
        },
      ),
  })
  const headers = securityHeaders(shop.config.publicOrigin?.startsWith('https:') ?? false)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
  })
  app.addHook('onResponse', async (request, reply) => {
    // The path only: a query may hold an e-mail.
    const path = request.url.split('?')[0]
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })

  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ping(shop.db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'the database is away' })
    }
  })

  await app.register(
    async (api) => {
      api.decorate('mounted', [])
      prepareApi(api)
      productRoutes(api, shop)
      ratingRoutes(api, shop)
      feedbackRoutes(api, shop)
      api.get('/openapi.json', () => openApiDocument(shop.config.shopName, api.mounted))
    },
    { prefix: '/api' },
  )
  site?.mount(app)
  return app
}
