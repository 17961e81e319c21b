import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { serveCachedList } from '../platform/endpoints/serve-cached-list.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { addRating } from './ratings/add-rating.ts'
import * as ratings from './ratings/store.ts'

export function ratingRoutes(app: FastifyInstance, shop: Shop) {
  serveCachedList(app, shop, endpoints.listRatings, () => ({
    dependsOn: ['ratings'],
    read: async () => ({ batches: ratings.listInBatches(shop.db) }),
  }))

  serve(
    app,
    endpoints.addRating,
    async ({ caller, body, keyed, request }) => {
      await addRating(shop, caller, { rating: body, keyed, address: request.ip })
      return successMessage('Thank you for your review')
    },
    { turns: shop.writeTurns },
  )

  serve(app, endpoints.deleteRating, async ({ params }) => {
    if (!(await ratings.remove(shop.db, params.id))) throw refuse.notFound('No such review')
    shop.cacheTags.invalidate('ratings')
    return successMessage('Review deleted')
  })

  serve(app, endpoints.deleteRatingsByAuthor, async ({ params }) => {
    const removed = await ratings.removeByAuthor(shop.db, params.id)
    if (removed === 0) throw refuse.notFound('No such review')
    shop.cacheTags.invalidate('ratings')
    return successMessage(removed === 1 ? 'Review deleted' : `${removed} reviews deleted`)
  })

  serve(app, endpoints.showRatingPicture, async ({ params, body }) => {
    const rating = await ratings.showPicture(shop.db, params.id, body.shown)
    if (!rating) throw refuse.notFound('No such review')
    if (rating.image === '') throw refuse.conflict('This review has no picture')
    shop.cacheTags.invalidate('ratings')
    return rating
  })

  serve(app, endpoints.listOwnRatings, ({ caller }) => ratings.listOf(shop.db, caller.id))
}
