import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { texts } from '#contract/fixed-texts.ts'
import { serve } from '../platform/endpoints/serve-endpoint.ts'
import { serveList } from '../platform/endpoints/serve-list.ts'
import { successMessage } from '../platform/endpoints/success-message.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import { throttleByAddress } from '../platform/turns/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { addFeedback } from './feedback/add-feedback.ts'
import * as feedback from './feedback/store.ts'
import { subscribe } from './feedback/subscribe.ts'

export function feedbackRoutes(app: FastifyInstance, shop: Shop) {
  const throttle = throttleByAddress(shop.config.rateLimit, 20)

  serve(
    app,
    endpoints.sendFeedback,
    async ({ body, request }) => {
      await addFeedback(shop, body, request.ip)
      return successMessage(texts.feedbackThanks)
    },
    { throttle, turns: shop.writeTurns },
  )

  serveList(app, endpoints.listFeedback, {
    all: () => feedback.received.inBatches(shop.db),
    search: (query) => feedback.received.page(shop.db, query),
  })

  serveList(app, endpoints.listSubscriptions, {
    all: () => feedback.subscribed.inBatches(shop.db),
    search: (query) => feedback.subscribed.page(shop.db, query),
  })

  serve(app, endpoints.deleteFeedback, async ({ params: { id } }) => {
    if (!(await feedback.remove(shop.db, id))) throw refuse.notFound('This feedback was already deleted')
    return successMessage('Feedback deleted')
  })

  serve(app, endpoints.deleteSubscription, async ({ params: { email } }) => {
    if (!(await feedback.unsubscribe(shop.db, email)))
      throw refuse.notFound('This subscription was already deleted')
    return successMessage('Subscription deleted')
  })

  serve(
    app,
    endpoints.subscribe,
    async ({ body, request }) => {
      await subscribe(shop, body, request.ip)
      return successMessage('You are subscribed')
    },
    { throttle, turns: shop.writeTurns },
  )
}
