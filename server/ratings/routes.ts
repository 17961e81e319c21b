import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { done } from '../http/done.ts'
import { serve } from '../http/serve.ts'
import { serveKept } from '../http/serve-kept.ts'
import type { Shop } from '../shop.ts'
import * as ratings from './store.ts'

export function ratingRoutes(app: FastifyInstance, shop: Shop) {
  serveKept(app, shop, endpoints.listRatings, () => ({
    madeOf: ['ratings'],
    read: async () => ({ batches: [await ratings.list(shop.db)] }),
  }))

  serve(app, endpoints.addRating, async ({ caller, body }) => {
    await ratings.add(shop.db, caller, body)
    shop.changes.record('ratings')
    return done('Thank you for your review')
  })

  serve(app, endpoints.listOwnRatings, ({ caller }) => ratings.listOf(shop.db, caller.id))
}
