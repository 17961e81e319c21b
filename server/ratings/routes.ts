import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { idOfAddition } from '../http/idempotency-key.ts'
import { refuse } from '../http/refuse.ts'
import { serveCachedList } from '../http/serve-cached-list.ts'
import { serve } from '../http/serve-endpoint.ts'
import { successMessage } from '../http/success-message.ts'
import type { Shop } from '../shop-context.ts'
import { addRating } from './add-rating.ts'
import * as ratings from './store.ts'

export function ratingRoutes(app: FastifyInstance, shop: Shop) {
  serveCachedList(app, shop, endpoints.listRatings, () => ({
    dependsOn: ['ratings'],
    read: async () => ({ batches: ratings.listInBatches(shop.db) }),
  }))

  serve(app, endpoints.addRating, async ({ caller, body, request }) => {
    await addRating(shop, caller, idOfAddition(request, caller, body), body)
    return successMessage('Thank you for your review')
  })

  serve(app, endpoints.deleteRating, async ({ params }) => {
    if (!(await ratings.remove(shop.db, params.id))) throw refuse.notFound('No such review')
    shop.cacheTags.invalidate('ratings')
    return successMessage('Review deleted')
  })

  serve(app, endpoints.listOwnRatings, ({ caller }) => ratings.listOf(shop.db, caller.id))
}
