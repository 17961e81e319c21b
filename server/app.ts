import { randomUUID } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import { type ClientNetworks, clientNetworks } from '#networks/client-network.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { importRoutes } from './catalogue/import-routes.ts'
import { pictureFileRoutes, pictureRoutes } from './catalogue/picture-routes.ts'
import { productRoutes } from './catalogue/product-routes.ts'
import { overviewRoutes } from './desk/overview-routes.ts'
import { mailRoutes } from './notify/mail-routes.ts'
import { jobRoutes } from './operations/job-routes.ts'
import { mountSandbox } from './operations/processes/sandbox-client.ts'
import { feedbackRoutes } from './people/feedback-routes.ts'
import { profileRoutes } from './people/profile-routes.ts'
import { ratingRoutes } from './people/rating-routes.ts'
import { userRoutes } from './people/user-routes.ts'
import { findOrCreateUser } from './people/users/find-or-create-user.ts'
import type { CachedResponse } from './platform/cache/cached-response.ts'
import { createAuthenticate, type Issuer } from './platform/endpoints/authenticate.ts'
import { prepareApi } from './platform/http/api-scope.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { createHttpServer } from './platform/http/create-http-server.ts'
import { type HandleIdentity, identityRoutes } from './platform/http/identity-routes.ts'
import { createLoadShedding } from './platform/http/load-shedding.ts'
import { escapeMalformedUrl, prepareRoot, refuseUnroutable } from './platform/http/root-scope.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { serveCached } from './platform/http/serve-cached.ts'
import { HEALTH_CHECKS, serveHealth } from './platform/http/serve-health.ts'
import { withRequest } from './platform/log/request-context.ts'
import { serveOpenApi } from './platform/openapi/serve-openapi.ts'
import { refuse } from './platform/refusals/refuse.ts'
import { MAX_CONNECTIONS } from './platform/turns/limit-connections.ts'
import { createNetworksOf } from './platform/turns/networks-of.ts'
import { paceRequests } from './platform/turns/pace-requests.ts'
import { bookingRoutes } from './sales/booking-routes.ts'
import { documentRoutes } from './sales/document-routes.ts'
import { paymentRoutes, webhookRoutes } from './sales/payment-routes.ts'
import { quoteRoutes } from './sales/quote-routes.ts'
import type { Shop } from './shop-context.ts'
import type { Site } from './site/site.ts'
import { mountSitemap } from './site/sitemap.ts'

const BODY_LIMIT = 100 * 1024
const CLOSING_PAUSE_MS = 50
// An email in a path may be 254 characters long; Fastify's own limit is 100.
const MAX_PARAMETER_LENGTH = 1_000
// What begins with @ is Vite's, in development.
const FILE = /^\/(?!api\/)(@.+|pictures\/.+|.+\.\w+)$/

type Parts = {
  site: Site
  handleIdentity: HandleIdentity
  issuer: Omit<Issuer, 'fetch'>
  sandboxPort: number | null
}

/** Lists everything that is mounted. */
export async function createApp(shop: Shop, parts: Parts) {
  const { site, handleIdentity, issuer, sandboxPort } = parts
  const headers = securityHeaders(shop.config.publicOrigin)
  const { allowedOrigins, rateLimit, trustProxy } = shop.config
  const networksOf = createNetworksOf(trustProxy)
  const inContext = ({ id, raw }: FastifyRequest) => {
    let networks: ClientNetworks | undefined
    return { id, networks: () => (networks ??= networksOf(raw)) }
  }
  const { metrics } = shop
  const countSent = ({ route }: CachedResponse, { statusCode }: ServerResponse) =>
    metrics.requests.count(route, 'GET', statusCode)
  const exempt = new Set([...HEALTH_CHECKS, '/api/stripe/webhook'])
  const loadShedding = createLoadShedding({
    headers,
    allowedOrigins,
    isExempt: (path) => exempt.has(path) || site.hasFile(path),
    networksOf: rateLimit ? networksOf : null,
    cache: shop.cache,
    log: shop.log,
    countSent,
    countRefusal: () => metrics.requestsShed.inc(),
  })
  const app = Fastify({
    loggerInstance: shop.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The request id comes from the request's context (`log.ts`), so that every line has it, once.
    childLoggerFactory: (log) => log,
    // Never the caller's: anyone could make other people's lines look like theirs.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    rewriteUrl: escapeMalformedUrl,
    frameworkErrors: refuseUnroutable(headers),
    forceCloseConnections: 'idle',
    // Whoever is connected when the shop closes is answered; the response ends the connection.
    return503OnClosing: false,
    serverFactory: (next) => {
      const answer: RequestListener = (request, response) => {
        const sent =
          serveCached(shop.cache, request, response) ?? serveCached(shop.pictureCache, request, response)
        if (sent) countSent(sent, response)
        else if (loadShedding.admits(request, response)) next(request, response)
      }
      return createHttpServer(rateLimit ? paceRequests(networksOf, answer) : answer, {
        networksOf,
        // Those of a proxy are everybody's.
        maxConnections: rateLimit && !trustProxy ? MAX_CONNECTIONS : undefined,
      })
    },
  })
  app.decorateRequest('pageRoute', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  // From here on the request's body has arrived; reading it would have lost the context.
  app.addHook('preValidation', (request, reply, done) =>
    withRequest(inContext(request), () =>
      done(loadShedding.begins(request.raw, reply.raw) ? undefined : refuse.unavailable()),
    ),
  )
  app.addHook('preClose', async () => {
    // Closing ends the connections that are idle at that moment; those that become idle later would be waited for.
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSING_PAUSE_MS)
    app.server.once('close', () => clearInterval(timer))
  })
  app.addHook('onResponse', (request, reply, done) => {
    // No query, and the route's pattern instead of its parameters: both may contain an email.
    const { method, routeOptions } = request
    const { url } = routeOptions
    const path = url?.includes(':') ? url : request.url.split('?')[0]
    const { statusCode: status, elapsedTime: ms } = reply
    // A page loads dozens of files, programs ask for files that never existed, and a load balancer checks every second: their
    // lines would drown everything else.
    const isRoutine =
      (FILE.test(path ?? '') && status < 500) || (HEALTH_CHECKS.includes(path ?? '') && status < 400)
    const level = isRoutine ? 'debug' : 'info'
    request.log[level]({ requestId: request.id, method, path, status, ms: Math.round(ms) }, 'answered')
    metrics.requests.count(request.pageRoute ?? url ?? 'none', method, status, ms / 1000)
    done()
  })

  prepareRoot(app)
  serveHealth(app, shop.db)

  // Fetches the key set as any resource server would, but without going through the network.
  const fetchIdentity = (url: string | URL | Request, init?: RequestInit) =>
    handleIdentity(new Request(url, init), clientNetworks('127.0.0.1'))
  const authenticate = createAuthenticate({ ...issuer, fetch: fetchIdentity }, (claims) =>
    findOrCreateUser(shop, claims),
  )
  await app.register(
    async (api) => {
      api.decorate('mounted', [])
      api.decorate('authenticate', authenticate)
      prepareApi(api)
      api.register((scope) => identityRoutes(scope, handleIdentity, shop))
      api.register((scope) => webhookRoutes(scope, shop))
      api.register(async (calls) => {
        const answerPreflights = allowOrigins(calls, allowedOrigins)
        productRoutes(calls, shop)
        await pictureRoutes(calls, shop)
        await importRoutes(calls, shop)
        ratingRoutes(calls, shop)
        userRoutes(calls, shop)
        profileRoutes(calls, shop)
        accountRoutes(calls, shop)
        bookingRoutes(calls, shop)
        quoteRoutes(calls, shop)
        paymentRoutes(calls, shop)
        documentRoutes(calls, shop)
        feedbackRoutes(calls, shop)
        overviewRoutes(calls, shop)
        jobRoutes(calls, shop)
        mailRoutes(calls, shop)
        serveOpenApi(calls, shop)
        answerPreflights()
      })
    },
    { prefix: '/api' },
  )
  pictureFileRoutes(app, shop)
  if (sandboxPort) mountSandbox(app, sandboxPort)
  mountSitemap(app, shop)
  await site.mount(app)
  return app
}
