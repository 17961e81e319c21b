import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { texts } from '#contract/fixed-texts.ts'
import { refuse } from '../http/refuse.ts'
import { serve } from '../http/serve-endpoint.ts'
import { serveList } from '../http/serve-list.ts'
import { successMessage } from '../http/success-message.ts'
import { throttleByAddress } from '../http/throttle.ts'
import type { Shop } from '../shop-context.ts'
import { addFeedback } from './add-feedback.ts'
import * as feedback from './store.ts'
import { subscribe } from './subscribe.ts'

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
