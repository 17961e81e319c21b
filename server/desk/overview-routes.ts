import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import type { Shop } from '../shop-context.ts'
import { readOverview } from './overview/read-overview.ts'

export function overviewRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, endpoints.getOverview, ({ query }) =>
    readOverview(shop, { now: new Date(), timeZone: query.timeZone ?? 'UTC' }),
  )
}
